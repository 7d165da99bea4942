/** A program started by the kit, in a process group of its own so that its children can be ended with it. */

import { type ChildProcess as Child, spawn } from "node:child_process";
import { once } from "node:events";
import type { Duplex, Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { LastLines, LineBuffer } from "./line-buffer.js";
import { forgetGroup, groupIsAlive, signalGroup, watchGroup } from "./live-processes.js";
import { joinCommand } from "./split-command.js";

/** Time to end after the end of its input, before it gets SIGTERM. */
const AFTER_INPUT_MS = 500;
/** Time to end after SIGTERM, before it gets SIGKILL. */
const GRACE_MS = 2000;
/** Output written before the exit may arrive after it. */
const LAST_WORDS_MS = 100;
/** How much of what a program logs is shown. A program that logs without end would fill memory and disk. */
const SHOWN_BYTES = 64 * 1024;

export interface StartOptions {
  readonly cwd: string;
  /** Added to the variables of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Whether lines go over file descriptor {@link CHANNEL}, in both directions. Then the program shares standard error with
   * this process, and its standard output goes there too, because code that it loads may log.
   */
  readonly ownChannel?: boolean;
}

/** The file descriptor of a channel beside standard input and output. */
export const CHANNEL = 3;

export interface Listener {
  line(text: string): void;
  /** A line was dropped because it is too long. */
  tooLong(): void;
  /** The program has ended, and all its output has arrived. */
  ended(): void;
}

/** How a program ended when asked to. */
export type Ending = "by itself" | "killed" | "left others running";

export class ChildProcess {
  private readonly errors = new LastLines();
  private readonly output = new LineBuffer();
  private readonly gone: Promise<void>;
  private listener: Listener | undefined;
  private how: string | undefined;
  private shown = 0;

  private constructor(
    private readonly child: Child,
    private readonly group: number,
    private readonly input: Writable,
    output: Readable,
    words: readonly Readable[],
    isShown: boolean,
  ) {
    for (const each of words) {
      each.on("data", (piece: Buffer) => {
        this.errors.push(piece);
        if (isShown) this.show(piece);
      });
    }
    output.on("data", (piece: Buffer) => {
      const lines = this.output.push(piece);
      if (lines === undefined) this.listener?.tooLong();
      for (const line of lines ?? []) this.listener?.line(line);
    });
    this.gone = this.waitForEnd();
  }

  /** @throws NexusError NXC_PROCESS_START */
  static async start(command: readonly [string, ...string[]], options: StartOptions): Promise<ChildProcess> {
    const [program, ...words] = command;
    const { cwd, environment, ownChannel = false } = options;
    try {
      const child: Child = spawn(program, words, {
        cwd,
        env: { ...process.env, ...environment },
        stdio: ownChannel ? ["ignore", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"],
        detached: true,
      });
      // Before the first await, because the kit may get a signal at any time.
      if (child.pid !== undefined) watchGroup(child.pid);
      const [stdin, stdout, stderr, channel] = child.stdio as unknown as readonly [
        Writable,
        Readable,
        Readable,
        Duplex,
      ];
      const [input, output] = ownChannel ? [channel, channel] : [stdin, stdout];
      // A program that has died closes its input. Its exit is reported elsewhere.
      input.on("error", () => undefined);
      await once(child, "spawn");
      if (child.pid === undefined) throw new Error("it has no process id");
      return new ChildProcess(child, child.pid, input, output, ownChannel ? [stdout, stderr] : [stderr], ownChannel);
    } catch (thrown) {
      throw NexusError.of("NXC_PROCESS_START", { reason: reasonOf(thrown) }, joinCommand(command), thrown);
    }
  }

  listen(listener: Listener): void {
    this.listener = listener;
  }

  /** Its exit code or signal, as part of a sentence. Undefined while it runs. */
  get ending(): string | undefined {
    return this.how;
  }

  /** Its exit code. Undefined while it runs, and if a signal ended it. */
  get exitCode(): number | undefined {
    return this.how === undefined ? undefined : (this.child.exitCode ?? undefined);
  }

  /** The incomplete last line of its output. */
  get halfLine(): string {
    return this.output.rest;
  }

  /** The last line of its standard error, as the end of a sentence. */
  get lastWords(): string {
    const line = this.lastLine;
    return line === undefined ? "" : `; last line on standard error: ${line.slice(0, 200)}`;
  }

  /** The last line of its standard error. */
  get lastLine(): string | undefined {
    return this.errors.last(1)[0];
  }

  endInput(): void {
    this.input.end();
  }

  write(line: string): void {
    if (this.input.writable) this.input.write(`${line}\n`);
  }

  /** Ends its input, then sends SIGTERM, then SIGKILL, until it ends. */
  async end(grace = GRACE_MS): Promise<Ending> {
    this.input.end();
    if (!(await this.goneWithin(Math.min(AFTER_INPUT_MS, grace)))) {
      signalGroup(this.group, "SIGTERM");
      if (!(await this.goneWithin(grace))) {
        await this.kill("SIGKILL");
        return "killed";
      }
    }
    const hasLeftovers = !(await this.groupGoneWithin(LAST_WORDS_MS));
    await this.kill("SIGKILL");
    return hasLeftovers ? "left others running" : "by itself";
  }

  /**
   * Signals the whole group, and waits until it is gone. Processes that ignore the signal are killed after the grace time.
   * @param grace milliseconds
   * @returns whether the signal was enough
   */
  async kill(signal: "SIGTERM" | "SIGKILL", grace = GRACE_MS): Promise<boolean> {
    signalGroup(this.group, signal);
    const heeded = signal === "SIGKILL" || (await this.groupGoneWithin(grace));
    for (const began = performance.now(); groupIsAlive(this.group) && performance.now() - began < GRACE_MS; ) {
      signalGroup(this.group, "SIGKILL");
      await pause(5);
    }
    await this.goneWithin(GRACE_MS);
    forgetGroup(this.group);
    return heeded;
  }

  private show(piece: Buffer): void {
    if (this.shown > SHOWN_BYTES) return;
    this.shown += piece.length;
    process.stderr.write(piece);
    if (this.shown > SHOWN_BYTES) process.stderr.write("\nThe adapter prints more than is shown here.\n");
  }

  private async waitForEnd(): Promise<void> {
    this.child.on("error", () => undefined);
    const closed = new Promise<void>((resolve) => this.child.once("close", () => resolve()));
    const how = await new Promise<string>((resolve) =>
      this.child.once("exit", (code, signal) => resolve(signal === null ? `with exit code ${code}` : `by ${signal}`)),
    );
    // A child of the program may keep the output open forever.
    await Promise.race([closed, pause(LAST_WORDS_MS)]);
    this.how = how;
    this.listener?.ended();
  }

  private async goneWithin(milliseconds: number): Promise<boolean> {
    const stop = new AbortController();
    const late = pause(milliseconds, false, { signal: stop.signal }).catch(() => false);
    const gone = await Promise.race([this.gone.then(() => true), late]);
    stop.abort();
    return gone;
  }

  private async groupGoneWithin(milliseconds: number): Promise<boolean> {
    for (const began = performance.now(); groupIsAlive(this.group); ) {
      if (performance.now() - began >= milliseconds) return false;
      await pause(5);
    }
    return true;
  }
}
