import { fstatSync } from "node:fs";
import { buffer } from "node:stream/consumers";

/**
 * Everything on the standard input of this process.
 * @throws Error EISDIR for a folder, which would read as an empty text
 */
export async function standardInput(): Promise<Buffer> {
  const { fd } = process.stdin;
  if (fstatSync(fd).isDirectory()) throw Object.assign(new Error("standard input is a folder"), { code: "EISDIR" });
  return buffer(process.stdin);
}
