/** How often a waiting call looks for messages that another process has taken. Those of its own it is told of. */
const LOOK_EVERY_MS = 1_000;

/** Lets calls wait for messages. */
export class News {
  readonly #waiting = new Map<string, Set<() => void>>();
  #isClosed = false;

  /**
   * Tells the waiting calls that a thread has a message.
   * @param agents who had read everything in the thread before: nobody else waits for messages of any thread
   */
  tell({ thread, workspace, agents }: { thread: string; workspace: string; agents: readonly string[] }): void {
    this.#wake(thread);
    for (const agent of agents) this.#wake(keyOf({ workspace, agent }));
  }

  /** Ends all waits, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const key of this.#waiting.keys()) this.#wake(key);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Waits for a message in a thread, or to an agent in any thread; also ends for a look at the messages of other
   * processes, or at the end of the time.
   */
  wait(what: { thread: string } | { workspace: string; agent: string }, milliseconds: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const key = keyOf(what);
    return new Promise((settle) => {
      const listeners = this.#waiting.get(key) ?? new Set();
      const end = () => {
        clearTimeout(timer);
        listeners.delete(end);
        if (listeners.size === 0 && this.#waiting.get(key) === listeners) this.#waiting.delete(key);
        settle();
      };
      const timer = setTimeout(end, Math.max(0, Math.min(LOOK_EVERY_MS, milliseconds)));
      listeners.add(end);
      this.#waiting.set(key, listeners);
    });
  }

  #wake(key: string): void {
    for (const end of [...(this.#waiting.get(key) ?? [])]) end();
  }
}

/** Names hold no blanks. */
function keyOf(what: { thread: string } | { workspace: string; agent: string }): string {
  return "thread" in what ? what.thread : `${what.workspace} ${what.agent}`;
}
