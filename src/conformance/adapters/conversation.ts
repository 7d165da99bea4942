/** Exchanges JSON messages, one per line, with a program that may misbehave in any way. */

import { NexusError } from "../../base/errors.js";
import { show } from "../../base/json-schema.js";
import { ChildProcess, type StartOptions } from "./child-process.js";
import { Dialogue, type MessageId, type TimeLimit } from "./dialogue.js";
import { LONGEST_LINE } from "./line-buffer.js";

export class Conversation {
  /** Called with every line that is JSON. */
  onMessage: (message: unknown) => void = () => undefined;

  private readonly dialogue: Dialogue;
  private ending = false;

  private constructor(private readonly child: ChildProcess) {
    const dialogue = new Dialogue(() => child.lastWords);
    this.dialogue = dialogue;
    child.listen({
      line: (text) => this.receive(text),
      tooLong: () => {
        const { call } = dialogue;
        dialogue.fail((words) => NexusError.of("NXC_PROTOCOL_LONG_LINE", { limit: LONGEST_LINE, call, words }));
      },
      ended: () => {
        const [how, call] = [child.ending ?? "", dialogue.call];
        if (!this.ending) dialogue.fail((words) => NexusError.of("NXC_PROCESS_DIED", { how, call, words }));
      },
    });
  }

  /** @throws NexusError NXC_PROCESS_START */
  static async start(command: readonly [string, ...string[]], options: StartOptions): Promise<Conversation> {
    return new Conversation(await ChildProcess.start(command, options));
  }

  /** Whether the program can no longer answer. */
  get isOver(): boolean {
    return this.dialogue.isOver || this.ending;
  }

  /** Sends a message without an answer. */
  send(message: unknown): void {
    this.child.write(JSON.stringify(message));
  }

  /** Sends a message and expects an answer. */
  ask(id: MessageId, call: string, message: unknown): void {
    this.dialogue.ask(id, call);
    this.send(message);
  }

  /** Whether an answer with this id is expected. Ends the conversation if it is not. */
  accept(id: MessageId): boolean {
    return this.dialogue.accept(id);
  }

  /** Ends the conversation because a message breaks the protocol. */
  reject(problem: string): void {
    this.dialogue.reject(problem);
  }

  /**
   * Waits for an answer within the time limit.
   * @throws NexusError the reason why the conversation is over
   */
  waitFor<T>(answer: Promise<T>, call: string, time: TimeLimit): Promise<T> {
    return this.dialogue.waitFor(answer, time, (words) => {
      const half = this.child.halfLine === "" ? "" : "; its last line is incomplete";
      return NexusError.of("NXC_PROCESS_SILENT", { call, limit: time.limit, words: half + words });
    });
  }

  /** The last line of the program's standard error, as the end of a sentence. */
  get lastWords(): string {
    return this.child.lastWords;
  }

  /** Kills a program that could not be used. */
  async abandon(): Promise<void> {
    this.ending = true;
    await this.child.kill("SIGKILL");
  }

  /**
   * Ends the program with a signal, because the case asks for it.
   * @param grace milliseconds to end after SIGTERM
   * @throws NexusError NXC_PROCESS_STUBBORN if it did not and was killed
   */
  async kill(signal: "SIGTERM" | "SIGKILL", grace: number): Promise<void> {
    this.ending = true;
    const how = `by ${signal}, which the case asked for,`;
    this.dialogue.interrupt(NexusError.of("NXC_PROCESS_DIED", { how, call: this.dialogue.call, words: "" }));
    if (await this.child.kill(signal, grace)) return;
    throw NexusError.of("NXC_PROCESS_STUBBORN", { how: "did not end on SIGTERM", words: this.child.lastWords });
  }

  /**
   * Ends the program.
   * @param grace milliseconds to end after SIGTERM
   * @throws NexusError if it had to be killed, or for an earlier failure that has not been reported
   */
  async end(grace: number): Promise<void> {
    if (!this.isOver) {
      this.ending = true;
      const ending = await this.child.end(grace);
      const words = this.child.lastWords;
      const how = "ended neither with its input nor on SIGTERM";
      if (ending === "killed") throw NexusError.of("NXC_PROCESS_STUBBORN", { how, words });
      if (ending === "left others running") throw NexusError.of("NXC_PROCESS_LEFTOVER", { words });
    }
    if (!this.dialogue.isOver) return;
    await this.child.kill("SIGKILL");
    const reason = await this.dialogue.unreportedReason();
    if (reason !== undefined) throw reason;
  }

  private receive(text: string): void {
    if (this.dialogue.isOver) return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.dialogue.fail((words) => NexusError.of("NXC_PROTOCOL_GARBAGE", { line: show(text), words }));
      return;
    }
    this.onMessage(message);
  }
}
