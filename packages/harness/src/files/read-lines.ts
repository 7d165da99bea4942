import { readSync } from "node:fs";
import { openFile } from "./read-file.js";

const CHUNK_BYTES = 1 << 16;

/** Longer than any line that is written here; what is longer is passed over. */
const LONGEST_LINE = 1 << 20;

/**
 * The lines of a file of the project, one after another, however long the file is.
 * @param each is called with every line that is not empty
 * @returns whether the file is there
 * @throws UnsafePath for a link that leaves the project and for what is no file, or the error of the file system
 */
export function readLines(root: string, file: string, each: (line: string) => void): boolean {
  const found = openFile(root, file);
  if (found === null) return false;
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    let isTooLong = false;
    const end = (line: Buffer) => {
      if (!isTooLong && line.length > 0) each(line.toString("utf8"));
      isTooLong = false;
    };
    for (let position = 0; ; ) {
      const length = readSync(found.descriptor, chunk, 0, chunk.length, position);
      if (length === 0) break;
      position += length;
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1 && at < length; at = chunk.indexOf(10, from)) {
        end(Buffer.concat([rest, chunk.subarray(from, at)]));
        rest = Buffer.alloc(0);
        from = at + 1;
      }
      isTooLong ||= rest.length + length - from > LONGEST_LINE;
      rest = isTooLong ? Buffer.alloc(0) : Buffer.concat([rest, chunk.subarray(from, length)]);
    }
    end(rest);
    return true;
  } finally {
    found.close();
  }
}
