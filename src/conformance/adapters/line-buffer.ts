/** Cuts what arrives in pieces into lines, and holds no more than it must. */

import { StringDecoder } from "node:string_decoder";

/** The longest line that a program may write, in characters. */
export const LONGEST_LINE = 1024 * 1024;

export class LineBuffer {
  private readonly decoder = new StringDecoder("utf8");
  private held = "";

  /**
   * Adds a piece.
   * @returns the lines that it completes; undefined when a line grows too long
   */
  push(piece: Buffer): readonly string[] | undefined {
    const lines = (this.held + this.decoder.write(piece)).split("\n");
    this.held = lines.pop() ?? "";
    if (this.held.length > LONGEST_LINE || lines.some((line) => line.length > LONGEST_LINE)) {
      this.held = "";
      return undefined;
    }
    return lines.map((line) => line.replace(/\r$/u, "")).filter((line) => line.trim() !== "");
  }

  /** A line that has begun and not ended. */
  get rest(): string {
    return this.held;
  }
}

/** The last lines of a text that arrives in pieces. */
export class LastLines {
  private text = "";

  push(piece: Buffer): void {
    // Far more than is ever shown, and far less than a program may write.
    this.text = (this.text + piece.toString("utf8")).slice(-8192);
  }

  /** The last `count` lines that hold something. */
  last(count: number): readonly string[] {
    const lines = this.text.split("\n").map((line) => line.trim());
    return lines.filter((line) => line !== "").slice(-count);
  }
}
