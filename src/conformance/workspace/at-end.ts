/** What must not outlive the kit, however it ends: by itself, by a signal, or by somebody who exits. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** In this order: what still runs may still write. */
const ORDER = ["processes", "folders"] as const;

let areFoldersEnough = false;
const duties = new Map<string, { readonly kind: (typeof ORDER)[number]; readonly clear: () => void }>();

/**
 * Has something cleared away when this process ends.
 * @param key names it, for {@link dismiss}
 * @param clear must not wait for anything, and must not throw
 */
export function atEnd(kind: (typeof ORDER)[number], key: string, clear: () => void): void {
  duties.set(`${kind} ${key}`, { kind, clear });
  listen();
}

/** It is gone already. */
export function dismiss(kind: (typeof ORDER)[number], key: string): void {
  duties.delete(`${kind} ${key}`);
  listen();
}

/**
 * From now on, folders are reason enough to heed signals. To be called where the implementation runs outside of this
 * process: one that blocks it from inside could not be ended by Ctrl-C if signals had to wait for their turn.
 */
export function heedSignals(): void {
  areFoldersEnough = true;
}

function clearAll(): void {
  const all = [...duties.values()];
  duties.clear();
  for (const kind of ORDER) for (const duty of all) if (duty.kind === kind) duty.clear();
}

/** Programs in groups of their own get no Ctrl-C from the terminal, so the kit clears up before it ends itself. */
function endWith(signal: NodeJS.Signals): void {
  clearAll();
  listen();
  // By the signal itself, so that a shell sees 130 or 143; unless the program around the kit has plans of its own.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** Listens for no longer than there is something to clear away. */
function listen(): void {
  const needsSignals = [...duties.values()].some(({ kind }) => kind === "processes" || areFoldersEnough);
  process.off("exit", clearAll);
  if (duties.size > 0) process.on("exit", clearAll);
  for (const signal of SIGNALS) {
    process.off(signal, endWith);
    if (needsSignals) process.on(signal, endWith);
  }
}
