import { isUtf8 } from "node:buffer";
import { LARGE_BYTES, readBytes } from "@nexus-core/service/files/read-file";
import { ToolError } from "../contract/tool-error.js";
import { foundWithin } from "../store/memory-path.js";
import { foundAt } from "../store/state-file.js";

/**
 * The text of a file in a folder of knowledge, or undefined if it does not exist. Binary files are refused, because
 * reading and writing them as text would damage them.
 */
export function knowledgeText(root: string, folder: string, file: string): string | undefined {
  const refuse = (what: string) => ToolError.of("MEMORY_NOT_TEXT", { file, what });
  const leaves = () => ToolError.of("MEMORY_LEAVES", { file, folder });
  const found = foundWithin(root, folder, file);
  if (found === undefined) return undefined;
  if (found === "outside") throw leaves();
  if (found.isSymbolicLink()) throw isWithin(root, folder, file) ? refuse("a link") : leaves();
  if (!found.isFile()) throw refuse("no file");
  const bytes = readBytes(root, file, LARGE_BYTES, { within: folder })?.bytes;
  if (bytes !== undefined && !isUtf8(bytes)) throw refuse("no text in UTF-8");
  return bytes?.toString("utf8");
}

/** Whether a link leads to an existing file in the folder. */
function isWithin(root: string, folder: string, file: string): boolean {
  try {
    return foundAt(root, file, { within: folder, follow: true }) !== undefined;
  } catch {
    return false;
  }
}
