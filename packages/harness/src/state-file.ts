import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { reasonOf, ToolError } from "./tool-error.js";

/**
 * The text of a file of the project, or null where there is none.
 * @param file from the root of the project, as refusals name it
 * @throws ToolError STATE_UNREADABLE
 */
export function readIfThere(root: string, file: string): string | null {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw ToolError.of("STATE_UNREADABLE", { file, reason: reasonOf(error) }, error);
  }
}

/**
 * What is in a folder of the project; nothing where there is none.
 * @param folder from the root of the project, as refusals name it
 * @throws ToolError FOLDER_UNREADABLE, for what cannot be read is not known to be empty
 */
export function entriesIn(root: string, folder: string, { recursive = false } = {}): readonly Dirent[] {
  try {
    return readdirSync(join(root, folder), { recursive, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw ToolError.of("FOLDER_UNREADABLE", { folder, reason: reasonOf(error) }, error);
  }
}

/** Codes of the file system for a path at which nothing can stand: below a file, behind links in a circle, or with too long a name. */
const NOTHING_THERE = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];

/**
 * What stands at a path itself, and not behind the link that it may be; undefined where nothing does.
 * @throws the error of the file system where nobody may look
 */
export function foundAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (NOTHING_THERE.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/**
 * Does what looks at a file.
 * @throws ToolError STATE_UNREADABLE for whatever the file system refuses
 */
export function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw ToolError.of("STATE_UNREADABLE", { file, reason: reasonOf(error) }, error);
  }
}

/**
 * Does what changes a file.
 * @throws ToolError STATE_UNWRITABLE for whatever the file system refuses
 */
export function writing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw ToolError.of("STATE_UNWRITABLE", { file, reason: reasonOf(error) }, error);
  }
}
