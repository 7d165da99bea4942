/**
 * Messages as JSON, one a line, with a program that may misbehave in any way. The first thing that goes wrong is kept
 * as the reason why the conversation is over; whoever waits for an answer gets it.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { NexusError } from "../../errors.js";
import { show } from "../../json-schema.js";
import { ChildProcess, type StartOptions } from "./child-process.js";
import { LONGEST_LINE } from "./line-buffer.js";

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

export class Conversation {
  /** Called with every message that is JSON. */
  onMessage: (message: unknown) => void = () => undefined;

  private over: Promise<NexusError> | undefined;
  private told = false;
  private ending = false;
  private readonly open = new Map<MessageId, string>();
  private readonly answered = new Set<MessageId>();
  private readonly waiting = new Set<(reason: NexusError) => void>();

  private constructor(private readonly child: ChildProcess) {
    child.listen({
      line: (text) => this.receive(text),
      tooLong: () =>
        this.fail((words) => NexusError.of("NXC_PROTOCOL_LONG_LINE", { limit: LONGEST_LINE, call: this.call, words })),
      ended: () => {
        const [how, call] = [child.ending ?? "", this.call];
        if (!this.ending) this.fail((words) => NexusError.of("NXC_PROCESS_DIED", { how, call, words }));
      },
    });
  }

  /** @throws NexusError NXC_PROCESS_START */
  static async start(command: readonly [string, ...string[]], options: StartOptions): Promise<Conversation> {
    return new Conversation(await ChildProcess.start(command, options));
  }

  /** Whether this program can be asked nothing more. */
  get isOver(): boolean {
    return this.over !== undefined || this.ending;
  }

  /** Sends a message that wants no answer. */
  send(message: unknown): void {
    this.child.write(JSON.stringify(message));
  }

  /** Sends a message and remembers that its answer is awaited. */
  ask(id: MessageId, call: string, message: unknown): void {
    this.open.set(id, call);
    this.send(message);
  }

  /** Whether an answer with this id may come now; one that may not ends the conversation. */
  accept(id: MessageId): boolean {
    if (this.open.delete(id)) {
      this.answered.add(id);
      return true;
    }
    const problem = this.answered.has(id) ? "which was answered already" : "which nobody asked with";
    this.fail((words) => NexusError.of("NXC_PROTOCOL_ID", { id: show(id), problem, words }));
    return false;
  }

  /** Ends the conversation because a message breaks the protocol. */
  reject(problem: string): void {
    const { call } = this;
    this.fail((words) => NexusError.of("NXC_PROTOCOL_INVALID", { call, problem, words }));
  }

  /**
   * Waits for an answer, and no longer than the time allows.
   * @throws NexusError the reason why the conversation is over
   */
  async waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T> {
    const over = new Promise<never>((_, reject) => {
      this.waiting.add(reject);
      this.over?.then(reject);
    });
    const timer = setTimeout(() => this.fallSilent(call, time.limit), time.left);
    try {
      return await Promise.race([answer, over]);
    } catch (thrown) {
      if (this.over === undefined) throw thrown;
      // An answer that fails because the conversation is over fails for that reason.
      this.told = true;
      throw await this.over;
    } finally {
      clearTimeout(timer);
    }
  }

  /** What the program last wrote to standard error, as the end of a sentence. */
  get lastWords(): string {
    return this.child.lastWords;
  }

  /** Ends the program the hard way, on purpose. */
  async kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.ending = true;
    const { call } = this;
    const how = `by ${signal}, which the case asked for,`;
    for (const reject of this.waiting) reject(NexusError.of("NXC_PROCESS_DIED", { how, call, words: "" }));
    await this.child.kill(signal);
  }

  /**
   * Ends the program.
   * @throws NexusError when it had to be forced, or when something went wrong that nobody was told
   */
  async end(grace: number): Promise<void> {
    if (this.over === undefined) {
      this.ending = true;
      const ending = await this.child.end(grace);
      const words = this.child.lastWords;
      if (ending === "killed") throw NexusError.of("NXC_PROCESS_STUBBORN", { words });
      if (ending === "left others running") throw NexusError.of("NXC_PROCESS_LEFTOVER", { words });
    }
    if (this.over === undefined) return;
    await this.child.kill("SIGKILL");
    if (!this.told) throw await this.over;
  }

  /** The call that waits for its answer. */
  private get call(): string {
    const [call] = this.open.values();
    return call ?? "no call";
  }

  private receive(text: string): void {
    if (this.over !== undefined) return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.fail((words) => NexusError.of("NXC_PROTOCOL_GARBAGE", { line: show(text), words }));
      return;
    }
    this.onMessage(message);
  }

  private fallSilent(call: string, limit: number): void {
    const half = this.child.halfLine === "" ? "" : "; it has begun a line and not ended it";
    this.fail((words) => NexusError.of("NXC_PROCESS_SILENT", { call, limit, words: half + words }));
  }

  /** The first failure is the reason; all others follow from it. */
  private fail(reason: (words: string) => NexusError): void {
    if (this.over !== undefined) return;
    // What it wrote to standard error at the same moment may still be on its way.
    this.over = nextTurn().then(() => reason(this.child.lastWords));
    void this.over.then((error) => {
      for (const reject of this.waiting) reject(error);
    });
  }
}
