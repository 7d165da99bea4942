/**
 * Matches answers to requests, over any wire. The first failure ends the dialogue. Every request that still waits for an
 * answer fails for the same reason.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { NexusError } from "../../base/errors.js";
import { show } from "../../base/json-schema.js";

export type MessageId = string | number;

/** A time limit for an answer. It starts when the object is created. */
export class TimeLimit {
  private readonly end: number;

  /** @param limit milliseconds */
  constructor(readonly limit: number) {
    this.end = performance.now() + limit;
  }

  /** Milliseconds left, at least 1. */
  get left(): number {
    return Math.max(1, this.end - performance.now());
  }
}

export class Dialogue {
  private over: Promise<NexusError> | undefined;
  private isReported = false;
  private readonly open = new Map<MessageId, string>();
  private readonly answered = new Set<MessageId>();
  private readonly waiting = new Set<(reason: NexusError) => void>();

  /** @param lastWords the last output of the other side on standard error, as the end of a sentence */
  constructor(private readonly lastWords: () => string) {}

  /** Whether it has failed, so that nothing more can be asked. */
  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** The call that has waited longest for an answer. */
  get call(): string {
    const [call] = this.open.values();
    return call ?? "no call";
  }

  /** The reason why it is over, if no request has thrown it yet. */
  async unreportedReason(): Promise<NexusError | undefined> {
    return this.isReported ? undefined : this.over;
  }

  /** Registers a request. */
  ask(id: MessageId, call: string): void {
    this.open.set(id, call);
  }

  isAwaited(id: MessageId): boolean {
    return this.open.has(id);
  }

  /** Whether an answer with this id is expected. Ends the dialogue if it is not. */
  accept(id: MessageId): boolean {
    if (this.open.delete(id)) {
      this.answered.add(id);
      return true;
    }
    const problem = this.answered.has(id) ? "which was already answered" : "which no call has";
    this.fail((words) => NexusError.of("NXC_PROTOCOL_ID", { id: show(id), problem, words }));
    return false;
  }

  /** Ends the dialogue because a message breaks the protocol. */
  reject(problem: string): void {
    const { call } = this;
    this.fail((words) => NexusError.of("NXC_PROTOCOL_INVALID", { call, problem, words }));
  }

  /** Ends the dialogue. Only the first failure counts, because later ones follow from it. */
  fail(reason: (words: string) => NexusError): void {
    if (this.over !== undefined) return;
    // Wait one turn for output on standard error that belongs to the failure.
    this.over = nextTurn().then(() => reason(this.lastWords()));
    void this.over.then((error) => this.interrupt(error));
  }

  /** Rejects all pending requests. */
  interrupt(reason: NexusError): void {
    for (const reject of this.waiting) reject(reason);
  }

  /**
   * Waits for an answer within the time limit.
   * @param silence makes the reason for ending the dialogue after the time limit
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
      // The end of the dialogue is the cause, whatever was thrown.
      this.isReported = true;
      throw await this.over;
    } finally {
      clearTimeout(timer);
      if (interrupt !== undefined) this.waiting.delete(interrupt);
    }
  }
}
