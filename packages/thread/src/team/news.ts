/** How often a waiting call looks for messages that another process has taken. Those of its own it is told of. */
const LOOK_EVERY_MS = 1_000;

/** Lets calls wait for messages. */
export class News {
  readonly #waiting = new Map<string, Set<() => void>>();
  #isClosed = false;

  /** Tells the waiting calls of these agents that there is a message. */
  tell(workspace: string, agents: readonly string[]): void {
    for (const agent of agents) this.#wake(keyOf(workspace, agent));
  }

  /** Ends all waits, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const key of this.#waiting.keys()) this.#wake(key);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Waits for a message to the agent, for a look at the messages of other processes, or for the end of the time. */
  wait(workspace: string, agent: string, milliseconds: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const key = keyOf(workspace, agent);
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
function keyOf(workspace: string, agent: string): string {
  return `${workspace} ${agent}`;
}
