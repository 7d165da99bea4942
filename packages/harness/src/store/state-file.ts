import type { Stats } from "node:fs";
import { type Listing, listFolder } from "@nexus-core/service/files/list-folder";
import { atPlace, type PlaceOptions } from "@nexus-core/service/files/place";
import { type FoundText, LARGE_BYTES, readText } from "@nexus-core/service/files/read-file";
import { codeOf, systemReason } from "@nexus-core/service/files/system-error";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { type RefusalCode, ToolError } from "../contract/tool-error.js";

/**
 * The text of a file of the project, or null where there is none.
 * @param file from the root of the project, as refusals name it
 * @param most bytes that it may have
 * @throws ToolError STATE_UNREADABLE or UNSAFE_FILE
 */
export function readIfThere(root: string, file: string, most: number = LARGE_BYTES): FoundText | null {
  return reading(file, () => readText(root, file, most));
}

/**
 * What is in a folder of the project; nothing where there is none.
 * @param folder from the root of the project, as refusals name it
 * @throws ToolError FOLDER_UNREADABLE or UNSAFE_FILE, for what cannot be read is not known to be empty
 */
export function entriesIn(root: string, folder: string, options: { readonly recursive?: boolean } = {}): Listing {
  return trying("FOLDER_UNREADABLE", folder, () => listFolder(root, folder, options));
}

/** Codes of the file system for a path at which nothing can stand: below a file, behind links in a circle, or with too long a name. */
const NOTHING_THERE = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];

/**
 * The entry at a place of the project. A link is described itself, not its target. Undefined where nothing is.
 * @param file from the root of the project
 * @throws UnsafePath for a link that leaves the project, or the error of the file system where access is denied
 */
export function foundAt(root: string, file: string, options: PlaceOptions = {}): Stats | undefined {
  try {
    return atPlace(root, file, options, ({ folder, name }) => folder.look(name));
  } catch (error) {
    if (NOTHING_THERE.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Whether there is something at a place of the project. */
export function isThere(root: string, file: string): boolean {
  try {
    return foundAt(root, file) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Does what looks at a file.
 * @throws ToolError UNSAFE_FILE for what must not be touched, STATE_UNREADABLE for whatever the file system refuses
 */
export function reading<T>(file: string, work: () => T): T {
  return trying("STATE_UNREADABLE", file, work);
}

/**
 * Does what changes a file.
 * @throws ToolError UNSAFE_FILE for what must not be touched, STATE_UNWRITABLE for whatever the file system refuses
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
 * Why a text is no JSON, as the end of a sentence. A file that is reached over a link may be anybody's, and nothing of
 * it is told.
 */
export function jsonProblem(error: unknown, { isLinked }: Pick<FoundText, "isLinked">): string {
  return isLinked ? "it is reached over a link, so nothing of it is quoted" : systemReason(error);
}
