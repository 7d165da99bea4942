import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join, sep } from "node:path";
import type { KnowledgeFile } from "nexus-core";

const FOLDERS = [".nexus/memory", ".nexus/context", ".nexus/rules"];

/** The tags of a file stand in its first line, which is no longer than this. */
const FIRST_BYTES = 1024;

/** The Markdown files of a project's knowledge, each with its beginning. What cannot be read is left out. */
export function knowledgeFiles(root: string): readonly KnowledgeFile[] {
  return FOLDERS.flatMap((folder) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .flatMap((name): readonly KnowledgeFile[] => {
        const text = beginningOf(join(root, folder, name));
        return text === undefined ? [] : [{ path: `${folder}/${name.split(sep).join("/")}`, text }];
      }),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
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
