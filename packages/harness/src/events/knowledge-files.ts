import { closeSync, openSync, readSync } from "node:fs";
import { join, sep } from "node:path";
import type { KnowledgeFile } from "nexus-core";
import { entriesIn } from "../state-file.js";
import { ToolError } from "../tool-error.js";

const FOLDERS = [".nexus/memory", ".nexus/context", ".nexus/rules"];

/** The tags of a file stand in its first line, which is no longer than this. */
const FIRST_BYTES = 1024;

/**
 * The Markdown files of a project's knowledge, each with its beginning. What cannot be read is left out.
 * @param warn is told of each folder that cannot be read, since nobody knows what is missing then
 */
export function knowledgeFiles(root: string, warn: (problem: string) => void): readonly KnowledgeFile[] {
  return FOLDERS.flatMap((folder) =>
    namesIn(root, folder, warn)
      .filter((name) => name.endsWith(".md"))
      .sort()
      .flatMap((name): readonly KnowledgeFile[] => {
        const text = beginningOf(join(root, folder, name));
        return text === undefined ? [] : [{ path: `${folder}/${name.split(sep).join("/")}`, text }];
      }),
  );
}

function namesIn(root: string, folder: string, warn: (problem: string) => void): readonly string[] {
  try {
    const from = join(root, folder).length + 1;
    return entriesIn(root, folder, { recursive: true }).map((entry) => join(entry.parentPath, entry.name).slice(from));
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    warn(thrown.message);
    return [];
  }
}

function beginningOf(path: string): string | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(FIRST_BYTES);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, FIRST_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
