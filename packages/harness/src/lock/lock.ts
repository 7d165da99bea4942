import { setTimeout as pause } from "node:timers/promises";
import type { Folder } from "../files/folder.js";
import { locate, type Place } from "../files/place.js";
import { systemError, systemReason } from "../files/system-error.js";
import { UnsafePath } from "../files/unsafe-path.js";
import { ToolError } from "../tool-error.js";
import { type Holder, isHere } from "./holder.js";
import { LockFolder } from "./lock-folder.js";

export interface LockOptions {
  /** Milliseconds that a call waits for the lock before it refuses; 15,000 where absent. */
  readonly patience?: number;
}

/** Ends the hold. It may be called once. */
export type Release = () => void;

const FIRST_PAUSE_MS = 1;
const PAUSE_FOR_EACH_MS = 3;
const LONGEST_PAUSE_MS = 20;

/**
 * A process that has waited for less than this lets others go first: one that runs takes the lock at once, and one that
 * has to be woken leaves it unused meanwhile.
 */
const PATIENT_MS = 100;

/** A process whose turn it is takes a free lock within milliseconds. One that does not is passed over after this time. */
const TURN_MS = 1000;

/**
 * Takes the lock of a folder, which one process holds at a time (`core.state.concurrent-calls`). A process that has
 * waited for a moment goes before all that came later.
 * @param root the project
 * @param folder from the root; made where it is missing
 * @throws ToolError LOCK_BUSY when a living process holds the lock too long, LOCK_UNWRITABLE when the folder cannot be
 * used, UNSAFE_FILE when it leads out of the project
 */
export async function takeLock(
  root: string,
  folder: string,
  { patience = 15_000 }: LockOptions = {},
): Promise<Release> {
  const key = `${root}\0${folder}`;
  const turn = queueUp(key);
  await turn.reached;
  let place: Place | undefined;
  try {
    place = inLock(folder, () => open(root, folder));
    const waiting = new Waiting(key, place.folder, folder);
    await waiting.take(patience);
    const { close } = place;
    return () => {
      try {
        waiting.release();
      } finally {
        close();
        turn.leave();
      }
    };
  } catch (thrown) {
    place?.close();
    turn.leave();
    throw thrown;
  }
}

/** Callers of one process wait for each other without asking the file system. */
const lastTurns = new Map<string, Promise<void>>();

function queueUp(key: string): { readonly reached: Promise<void>; readonly leave: () => void } {
  const reached = lastTurns.get(key) ?? Promise.resolve();
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  lastTurns.set(key, left);
  void left.then(() => {
    if (lastTurns.get(key) === left) lastTurns.delete(key);
  });
  return { reached, leave };
}

function open(root: string, folder: string): Place {
  const place = locate(root, `${folder}/.`, { make: true });
  if (place === undefined) throw systemError("ENOENT");
  return place;
}

/** What this process is called in each lock folder in which it has a folder of its own. */
const prepared = new Map<string, string>();

/** One process that wants the lock. */
class Waiting {
  private lock: LockFolder | undefined;
  /** What the folder of this process is called while it waits. */
  private ticket: string | undefined;
  /** Since when the lock was seen to be free and left to somebody else. */
  private leftSince: number | undefined;

  constructor(
    private readonly key: string,
    private readonly folder: Folder,
    /** As refusals name it. */
    private readonly path: string,
  ) {}

  async take(patience: number): Promise<void> {
    const deadline = performance.now() + patience;
    try {
      for (;;) {
        const before = inLock(this.path, () => this.tryOnce());
        if (before === "taken") return;
        if (performance.now() >= deadline) throw this.busy(patience);
        // The next in turn looks often, since nobody else takes the lock meanwhile.
        const wait = Math.min(FIRST_PAUSE_MS + before * PAUSE_FOR_EACH_MS, LONGEST_PAUSE_MS);
        await pause(wait * (0.5 + Math.random()));
      }
    } catch (thrown) {
      this.giveUp();
      throw thrown;
    }
  }

  release(): void {
    if (this.own().giveBack() === "gone") prepared.delete(this.key);
  }

  /** @returns how many others are to have the lock before */
  private tryOnce(): "taken" | number {
    const lock = this.own();
    const now = Date.now();
    const before = lock.before(this.ticket ?? lock.ticket(now));
    const first = before.filter(({ since }) => now - since > PATIENT_MS);
    if (!lock.isFree()) this.leftSince = undefined;
    else if (this.hasWaitedForOthers() || !first.some((ticket) => lock.isWaiting(ticket))) {
      const outcome = lock.take(this.ticket ?? lock.name);
      if (outcome === "taken") return "taken";
      if (outcome === "gone") {
        this.forget();
        if (this.own().take(this.own().name) === "taken") return "taken";
      }
    }
    if (this.ticket === undefined) this.wait(this.own());
    return before.length;
  }

  /** Processes that come later see the ticket and leave the lock to this one. */
  private wait(lock: LockFolder): void {
    const ticket = lock.ticket(Date.now());
    if (lock.rename(lock.name, ticket)) this.ticket = ticket;
    else this.forget();
  }

  private hasWaitedForOthers(): boolean {
    const now = performance.now();
    this.leftSince ??= now;
    return now - this.leftSince > TURN_MS;
  }

  /** A ticket that nobody uses would keep others waiting. */
  private giveUp(): void {
    try {
      if (this.ticket === undefined || this.lock?.rename(this.ticket, this.lock.name) === true) return;
    } catch {
      // The error that is on its way says more.
    }
    this.forget();
  }

  private busy(patience: number): ToolError {
    const holder = this.lock?.holder();
    const who = holder === undefined ? "another process" : nameOf(holder);
    return ToolError.of("LOCK_BUSY", { who, seconds: Math.round(patience / 100) / 10 });
  }

  private own(): LockFolder {
    if (this.lock !== undefined) return this.lock;
    const name = prepared.get(this.key) ?? LockFolder.newName();
    const lock = new LockFolder(this.folder, name);
    if (!prepared.has(this.key)) {
      lock.prepare();
      prepared.set(this.key, name);
    }
    this.lock = lock;
    return lock;
  }

  /** Somebody has removed the folder of this process, so it needs another one. */
  private forget(): void {
    prepared.delete(this.key);
    this.lock = undefined;
    this.ticket = undefined;
  }
}

function nameOf(holder: Holder): string {
  if (isHere(holder)) return `process ${holder.pid}`;
  // The first word is the name of the machine. Anybody may have written it.
  return `a process of ${JSON.stringify(holder.host.split(" ", 1)[0]?.slice(0, 64))}`;
}

/** @throws ToolError for whatever the file system refuses */
function inLock<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof ToolError) throw thrown;
    if (thrown instanceof UnsafePath)
      throw ToolError.of("UNSAFE_FILE", { file: folder, problem: thrown.message }, thrown);
    throw ToolError.of("LOCK_UNWRITABLE", { folder, reason: systemReason(thrown) }, thrown);
  }
}
