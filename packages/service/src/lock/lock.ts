import { setTimeout as pause } from "node:timers/promises";
import type { Folder } from "../files/folder.js";
import { locate, type Place } from "../files/place.js";
import { systemError } from "../files/system-error.js";
import { type Holder, isHere } from "./holder.js";
import { LockFolder } from "./lock-folder.js";

export interface LockOptions {
  /** Milliseconds that a call waits for the lock; 15,000 where absent. */
  readonly patience?: number;
}

/** Gives the lock back. It may be called once. */
export type Release = () => void;

/** A living process has held the lock for longer than the caller waits. */
export class LockBusy extends Error {
  override readonly name = "LockBusy";

  constructor(
    /** The holder as a message names it, such as "process 12". */
    readonly holder: string,
    /** How long the caller has waited. */
    readonly seconds: number,
  ) {
    super(`${holder} has held the lock for more than ${seconds} s`);
  }
}

const FIRST_PAUSE_MS = 1;
const PAUSE_FOR_EACH_MS = 3;
const LONGEST_PAUSE_MS = 20;

/** A process that has waited for less has no turn yet: a running process takes a free lock faster than one that sleeps. */
const PATIENT_MS = 100;

/** The process whose turn it is takes a free lock within milliseconds. After this time it is passed over. */
const TURN_MS = 1000;

/**
 * Takes the lock of a folder, which one process holds at a time (`core.state.concurrent-calls`). Processes that have
 * waited for a moment get it in their order.
 * @param root the project
 * @param folder relative to the root; created where it is missing
 * @throws LockBusy when a living process holds the lock too long, UnsafePath when the folder leads out of the project,
 * or the error of the file system
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
    place = open(root, folder);
    const waiting = new Waiting(key, place.folder);
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

/** Callers in one process queue up in memory, without asking the file system. */
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

/** The name of this process in each lock folder where it has prepared a folder of its own. */
const prepared = new Map<string, string>();

/** One attempt of this process to take the lock. */
class Waiting {
  private lock: LockFolder | undefined;
  /** The name of this process's folder while it waits. */
  private ticket: string | undefined;
  /** The time since which the lock was free and left to another process. */
  private leftSince: number | undefined;

  constructor(
    private readonly key: string,
    private readonly folder: Folder,
  ) {}

  async take(patience: number): Promise<void> {
    const deadline = performance.now() + patience;
    try {
      for (;;) {
        const before = this.tryOnce();
        if (before === "taken") return;
        if (performance.now() >= deadline) throw this.busy(patience);
        // The next in turn polls often, because no other process takes the lock before it.
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

  /** @returns how many others come first */
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

  /** Leaves a ticket, so that later processes let this one go first. */
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

  /** Removes the ticket, which would keep others waiting. */
  private giveUp(): void {
    try {
      if (this.ticket === undefined || this.lock?.rename(this.ticket, this.lock.name) === true) return;
    } catch {
      // The error on its way says more.
    }
    this.forget();
  }

  private busy(patience: number): LockBusy {
    const holder = this.lock?.holder();
    return new LockBusy(holder === undefined ? "another process" : nameOf(holder), Math.round(patience / 100) / 10);
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

  /** The folder of this process has been removed, so it needs another one. */
  private forget(): void {
    prepared.delete(this.key);
    this.lock = undefined;
    this.ticket = undefined;
  }
}

function nameOf(holder: Holder): string {
  if (isHere(holder)) return `process ${holder.pid}`;
  // The first word is the name of the machine. Any program may have written it.
  return `a process of ${JSON.stringify(holder.host.split(" ", 1)[0]?.slice(0, 64))}`;
}
