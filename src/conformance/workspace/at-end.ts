/** Clean-up of processes and folders that must not outlive the kit, whether it returns, exits or gets a signal. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Processes first, because a running process may still write to its folder. */
const ORDER = ["processes", "folders"] as const;

let areFoldersEnough = false;
const cleanUps = new Map<string, { readonly kind: (typeof ORDER)[number]; readonly clear: () => void }>();

/**
 * Registers a clean-up for the end of this process.
 * @param key identifies the clean-up, for {@link dismiss}
 * @param clear must be synchronous and must not throw
 */
export function atEnd(kind: (typeof ORDER)[number], key: string, clear: () => void): void {
  cleanUps.set(`${kind} ${key}`, { kind, clear });
  listen();
}

/** Removes a clean-up that is no longer needed. */
export function dismiss(kind: (typeof ORDER)[number], key: string): void {
  cleanUps.delete(`${kind} ${key}`);
  listen();
}

/**
 * From now on, handles signals even if only folders are registered. Call this only if the implementation runs outside this
 * process: with a handler, Ctrl-C could not end code that blocks the event loop.
 */
export function heedSignals(): void {
  areFoldersEnough = true;
}

function clearAll(): void {
  const all = [...cleanUps.values()];
  cleanUps.clear();
  for (const kind of ORDER) for (const duty of all) if (duty.kind === kind) duty.clear();
}

/** The terminal does not send Ctrl-C to programs in process groups of their own, so the kit ends them before itself. */
function endWith(signal: NodeJS.Signals): void {
  clearAll();
  listen();
  // Ends by the signal, so that a shell sees 130 or 143. If the host program has a handler, that handler decides.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** Keeps handlers installed only while there is something to clean up. */
function listen(): void {
  const needsSignals = [...cleanUps.values()].some(({ kind }) => kind === "processes" || areFoldersEnough);
  process.off("exit", clearAll);
  if (cleanUps.size > 0) process.on("exit", clearAll);
  for (const signal of SIGNALS) {
    process.off(signal, endWith);
    if (needsSignals) process.on(signal, endWith);
  }
}
