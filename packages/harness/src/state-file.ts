import { readFileSync } from "node:fs";
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
