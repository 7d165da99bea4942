import { fstatSync } from "node:fs";
import { LARGE_BYTES, openFile, readAtMost } from "@nexus-core/service/files/read-file";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import type { MemoryAccess } from "nexus-core";
import { mergeAccessLogs } from "nexus-core/toolkit";
import { isUnsafe } from "../contract/tool-error.js";
import { ACCESS_LOG, STATE } from "../events/namespace.js";
import { entriesIn, reading } from "../store/state-file.js";

/** Total size limit of all logs in bytes, more than a project's harnesses write in years. */
const MOST_BYTES = LARGE_BYTES;

export interface AllReads {
  readonly records: readonly MemoryAccess[];
  readonly warnings: readonly string[];
  /** Whether every log was read. An unread log may record reads of any file. */
  readonly isComplete: boolean;
}

/**
 * The reads that all harnesses have recorded, as one log.
 * @throws ToolError FOLDER_UNREADABLE or STATE_UNREADABLE
 */
export function allReads(root: string): AllReads {
  const { names, isCut } = namespacesIn(root);
  const unread = isCut ? [`${STATE} holds more than is ever listed, so some logs of reads may be missing.`] : [];
  const known = new Set<string>();
  let left = MOST_BYTES;
  const logs = names.flatMap((name) => {
    const file = `${STATE}/${name}/${ACCESS_LOG}`;
    try {
      const bytes = reading(file, () => newBytesOf(root, file, known, left));
      if (bytes === null) return [];
      left -= bytes.length;
      return [{ source: file, text: bytes.toString("utf8") }];
    } catch (thrown) {
      if (!isUnsafe(thrown)) throw thrown;
      unread.push(thrown.message);
      return [];
    }
  });
  const { records, problems } = mergeAccessLogs(...logs);
  const broken = problems.map(({ source, line, message }) => `${source}, line ${line}: ${message}`);
  return { records, warnings: [...unread, ...broken], isComplete: unread.length === 0 };
}

/**
 * The content of a log, or null for a file that was already read through another link, so that no read counts twice.
 * @param known identities of the files read so far
 * @param left remaining bytes of the size limit
 */
function newBytesOf(root: string, file: string, known: Set<string>, left: number): Buffer | null {
  const found = openFile(root, file);
  if (found === null) return null;
  try {
    const { dev, ino, size } = fstatSync(found.descriptor, { bigint: true });
    const identity = `${dev}-${ino}`;
    if (known.has(identity)) return null;
    known.add(identity);
    if (size > left)
      throw new UnsafePath("size", `is one too many: logs hold more than ${MOST_BYTES >> 20} MiB together`);
    return readAtMost(found.descriptor, LARGE_BYTES);
  } finally {
    found.close();
  }
}

function namespacesIn(root: string): { readonly names: readonly string[]; readonly isCut: boolean } {
  const { entries, isCut } = entriesIn(root, STATE);
  const folders = entries.filter(({ kind }) => kind === "folder");
  return { names: folders.map(({ name }) => name).sort(), isCut };
}
