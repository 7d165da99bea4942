/**
 * What was asked and awaits its answer, over whichever wire. The first thing that goes wrong is kept as the reason why
 * the dialogue is over; whoever waits for an answer gets it.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { NexusError } from "../../base/errors.js";
import { show } from "../../base/json-schema.js";

export type MessageId = string | number;

/** The time that an answer may take, counted from when the limit was made. */
export class TimeLimit {
  private readonly end: number;

  constructor(readonly limit: number) {
    this.end = performance.now() + limit;
  }

  get left(): number {
    return Math.max(1, this.end - performance.now());
  }
}

export class Dialogue {
  private over: Promise<NexusError> | undefined;
  private told = false;
  private readonly open = new Map<MessageId, string>();
  private readonly answered = new Set<MessageId>();
  private readonly waiting = new Set<(reason: NexusError) => void>();

  /** @param lastWords what the other side last said about itself, as the end of a sentence */
  constructor(private readonly lastWords: () => string) {}

  /** Whether nothing more can be asked. */
  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** The call that has waited longest for its answer. */
  get call(): string {
    const [call] = this.open.values();
    return call ?? "no call";
  }

  /** The reason why it is over, for one who was not told yet. */
  async untold(): Promise<NexusError | undefined> {
    return this.told ? undefined : this.over;
  }

  /** Remembers that an answer is awaited. */
  ask(id: MessageId, call: string): void {
    this.open.set(id, call);
  }

  isAwaited(id: MessageId): boolean {
    return this.open.has(id);
  }

  /** Whether an answer with this id may come now; one that may not ends the dialogue. */
  accept(id: MessageId): boolean {
    if (this.open.delete(id)) {
      this.answered.add(id);
      return true;
    }
    const problem = this.answered.has(id) ? "which was answered already" : "which nobody asked with";
    this.fail((words) => NexusError.of("NXC_PROTOCOL_ID", { id: show(id), problem, words }));
    return false;
  }

  /** Ends the dialogue because a message breaks the protocol. */
  reject(problem: string): void {
    const { call } = this;
    this.fail((words) => NexusError.of("NXC_PROTOCOL_INVALID", { call, problem, words }));
  }

  /** Ends the dialogue. The first failure is the reason; all others follow from it. */
  fail(reason: (words: string) => NexusError): void {
    if (this.over !== undefined) return;
    // What was written to standard error at the same moment may still be on its way.
    this.over = nextTurn().then(() => reason(this.lastWords()));
    void this.over.then((error) => this.interrupt(error));
  }

  /** Tells everybody who waits that no answer will come. */
  interrupt(reason: NexusError): void {
    for (const reject of this.waiting) reject(reason);
  }

  /**
   * Waits for an answer, and no longer than the time allows.
   * @param silence the reason why the dialogue is over when the time is up
   * @throws NexusError the reason why the dialogue is over
   */
  async waitFor<T>(answer: Promise<T>, time: TimeLimit, silence: (words: string) => NexusError): Promise<T> {
    let interrupt: ((reason: NexusError) => void) | undefined;
    const over = new Promise<never>((_, reject) => {
      interrupt = reject;
      this.waiting.add(reject);
      this.over?.then(reject);
    });
    const timer = setTimeout(() => this.fail(silence), time.left);
    try {
      return await Promise.race([answer, over]);
    } catch (thrown) {
      if (this.over === undefined) throw thrown;
      // An answer that fails because the dialogue is over fails for that reason.
      this.told = true;
      throw await this.over;
    } finally {
      clearTimeout(timer);
      if (interrupt !== undefined) this.waiting.delete(interrupt);
    }
  }
}
