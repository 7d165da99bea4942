import type { Stats } from "node:fs";
import { type Listing, listFolder } from "@nexus-core/service/files/list-folder";
import { atPlace, type PlaceOptions } from "@nexus-core/service/files/place";
import { type FoundText, LARGE_BYTES, readText } from "@nexus-core/service/files/read-file";
import { codeOf, systemReason } from "@nexus-core/service/files/system-error";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { type RefusalCode, ToolError } from "../contract/tool-error.js";

/**
 * The text of a project file, or null if it does not exist.
 * @param file relative to the project root, as refusals name it
 * @param most size limit in bytes
 * @throws ToolError STATE_UNREADABLE or UNSAFE_FILE
 */
export function readIfThere(root: string, file: string, most: number = LARGE_BYTES): FoundText | null {
  return reading(file, () => readText(root, file, most));
}

/**
 * The entries of a project folder; none if it does not exist.
 * @param folder relative to the project root, as refusals name it
 * @throws ToolError FOLDER_UNREADABLE or UNSAFE_FILE, because an unreadable folder may not be empty
 */
export function entriesIn(root: string, folder: string, options: { readonly recursive?: boolean } = {}): Listing {
  return trying("FOLDER_UNREADABLE", folder, () => listFolder(root, folder, options));
}

/** Error codes for paths that cannot exist: below a file, behind circular links, or with a name that is too long. */
const NOTHING_THERE = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];

/**
 * The facts of an entry of the project, of a link itself and not of its target; undefined if it does not exist.
 * @param file relative to the project root
 * @throws UnsafePath for a link that leaves the project, or the file system's error if access is denied
 */
export function foundAt(root: string, file: string, options: PlaceOptions = {}): Stats | undefined {
  try {
    return atPlace(root, file, options, ({ folder, name }) => folder.look(name));
  } catch (error) {
    if (NOTHING_THERE.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Whether an entry of the project exists. */
export function isThere(root: string, file: string): boolean {
  try {
    return foundAt(root, file) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Runs work that reads a file, and turns its errors into refusals.
 * @throws ToolError UNSAFE_FILE for an unsafe path, STATE_UNREADABLE for an error of the file system
 */
export function reading<T>(file: string, work: () => T): T {
  return trying("STATE_UNREADABLE", file, work);
}

/**
 * Runs work that changes a file, and turns its errors into refusals.
 * @throws ToolError UNSAFE_FILE for an unsafe path, STATE_UNWRITABLE for an error of the file system
 */
export function writing<T>(file: string, work: () => T): T {
  return trying("STATE_UNWRITABLE", file, work);
}

function trying<T>(
  code: Extract<RefusalCode, "STATE_UNREADABLE" | "STATE_UNWRITABLE" | "FOLDER_UNREADABLE">,
  file: string,
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (error instanceof UnsafePath) throw ToolError.of("UNSAFE_FILE", { file, problem: error.message }, error);
    throw ToolError.of(code, { file, reason: systemReason(error) }, error);
  }
}

/**
 * The value of a JSON file.
 * @throws SyntaxError where the file is not JSON, and where it is not UTF-8, because writing it back would lose bytes
 */
export function parseFound({ text, isUtf8 }: FoundText): unknown {
  const value: unknown = JSON.parse(text);
  if (!isUtf8) throw new SyntaxError("it is not UTF-8");
  return value;
}

/**
 * Why a text is not JSON, as the end of a sentence. A file reached over a link may be private, so the reason quotes
 * nothing of it.
 */
export function jsonProblem(error: unknown, { isLinked }: Pick<FoundText, "isLinked">): string {
  return isLinked ? "it is reached over a link, so nothing of it is quoted" : systemReason(error);
}
