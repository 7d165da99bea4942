/** Splits output that arrives in pieces into lines, with limited memory. */

import { StringDecoder } from "node:string_decoder";

/** Characters in the longest line that a program may write. */
export const LONGEST_LINE = 1024 * 1024;

export class LineBuffer {
  private readonly decoder = new StringDecoder("utf8");
  private held = "";

  /** @param longest characters in the longest line */
  constructor(private readonly longest = LONGEST_LINE) {}

  /**
   * Adds a piece.
   * @returns the lines that it completes, or undefined if a line is too long
   */
  push(piece: Buffer): readonly string[] | undefined {
    const lines = (this.held + this.decoder.write(piece)).split("\n");
    this.held = lines.pop() ?? "";
    if (this.held.length > this.longest || lines.some((line) => line.length > this.longest)) {
      this.held = "";
      return undefined;
    }
    return lines.map((line) => line.replace(/\r$/u, "")).filter((line) => line.trim() !== "");
  }

  /** The incomplete last line. */
  get rest(): string {
    return this.held;
  }
}

/** The last lines of a text that arrives in pieces. */
export class LastLines {
  private text = "";

  push(piece: Buffer): void {
    // Much more than reports show, but limited.
    this.text = (this.text + piece.toString("utf8")).slice(-8192);
  }

  /** The last `count` lines that are not blank. */
  last(count: number): readonly string[] {
    const lines = this.text.split("\n").map((line) => line.trim());
    return lines.filter((line) => line !== "").slice(-count);
  }
}
