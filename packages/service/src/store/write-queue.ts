import { StorageTrouble, type Turn } from "./store.js";

/** At most so many writes share a transaction: the caller of the first also waits for the last. */
const MOST_TOGETHER = 64;

/** At most so many writes wait for one row. More would only wait in vain. */
const MOST_WAITING = 1000;

/** A write that waits for its turn. */
export interface QueuedWrite<Work> {
  readonly work: Work;
  readonly thenLocks: string;
  /** When it gives up, on the monotonic clock. */
  readonly deadline: number;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Runs writes that share a transaction, and settles each of them.
 * @returns those that could not run yet and wait again
 */
export type RunTogether<Work> = (writes: readonly QueuedWrite<Work>[]) => Promise<readonly QueuedWrite<Work>[]>;

export interface QueueLimits {
  /** How many transactions may run at the same time, each for another key. */
  readonly atOnce: number;
  /** How long a write waits at most before its transaction begins. */
  readonly waitMs: number;
}

/**
 * The writes of this process that want the same row, such as posts to one thread, one line for each key. They wait here,
 * because in the database each would keep a connection busy: a few dozen posts to one locked thread would then stop
 * everything else. The writes at the head of a line share a transaction.
 */
export class WriteQueue<Work> {
  /** The writes that wait. A line whose writes are running is here as well, even if it is empty. */
  readonly #lines = new Map<string, Line<Work>>();
  /** The lines that wait for a transaction, each once, so that a busy line delays the others by one transaction. */
  readonly #due: string[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly run: RunTogether<Work>,
    private readonly limits: QueueLimits,
  ) {}

  add({ key, thenLocks = "" }: Turn, work: Work): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const known = this.#lines.get(key);
      const line = known ?? new Line<Work>();
      if (line.length >= MOST_WAITING) return reject(tooBusy());
      line.append([{ work, thenLocks, deadline: performance.now() + this.limits.waitMs, resolve, reject }]);
      if (known !== undefined) return;
      this.#lines.set(key, line);
      this.#due.push(key);
      this.#start();
    });
  }

  /** Waits until every write is settled. */
  async drained(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  #start(): void {
    while (this.#running.size < this.limits.atOnce) {
      const key = this.#due.shift();
      if (key === undefined) return;
      const run = this.#runHead(key).finally(() => {
        this.#running.delete(run);
        this.#start();
      });
      this.#running.add(run);
    }
  }

  async #runHead(key: string): Promise<void> {
    // Let all writes of this turn join the transaction.
    await undefined;
    const line = this.#lines.get(key);
    const head = line?.take(MOST_TOGETHER) ?? [];
    if (head.length > 0) {
      const inOrder = [...head].sort((a, b) => (a.thenLocks < b.thenLocks ? -1 : a.thenLocks > b.thenLocks ? 1 : 0));
      line?.prepend(await this.run(inOrder));
    }
    if (line === undefined || line.length === 0) this.#lines.delete(key);
    else this.#due.push(key);
  }
}

interface Entry<Work> {
  readonly write: QueuedWrite<Work>;
  readonly timer: NodeJS.Timeout;
  giveUp(): void;
}

/** Writes in the order in which they run. Each leaves by itself and is refused when its time is over. */
class Line<Work> {
  #waiting: Entry<Work>[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  append(writes: readonly QueuedWrite<Work>[]): void {
    this.#waiting.push(...writes.map((write) => this.#entry(write)));
  }

  prepend(writes: readonly QueuedWrite<Work>[]): void {
    this.#waiting.unshift(...writes.map((write) => this.#entry(write)));
  }

  take(count: number): readonly QueuedWrite<Work>[] {
    // A timer may be late, and the writes that come back from a transaction may be past their time.
    for (const { giveUp, write } of this.#waiting) if (write.deadline <= performance.now()) giveUp();
    return this.#waiting.splice(0, count).map(({ write, timer }) => {
      clearTimeout(timer);
      return write;
    });
  }

  #entry(write: QueuedWrite<Work>): Entry<Work> {
    const giveUp = () => {
      clearTimeout(timer);
      this.#waiting = this.#waiting.filter((entry) => entry.write !== write);
      write.reject(tooBusy());
    };
    const timer = setTimeout(giveUp, Math.max(0, write.deadline - performance.now()));
    return { write, timer, giveUp };
  }
}

function tooBusy(): StorageTrouble {
  return new StorageTrouble("Too many writes wait for the same part of the database. Try again.", 500);
}
