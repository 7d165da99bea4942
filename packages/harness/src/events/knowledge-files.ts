import { readSync } from "node:fs";
import { openFile } from "@nexus-core/service/files/read-file";
import type { KnowledgeFile } from "nexus-core";
import { ToolError } from "../contract/tool-error.js";
import { hasHiddenCharacter } from "../store/hidden-characters.js";
import { entriesIn } from "../store/state-file.js";

const FOLDERS = [".nexus/memory", ".nexus/context", ".nexus/rules"];

/** The tags of a file stand in its first line, which is no longer than this. */
const FIRST_BYTES = 1024;

/**
 * The Markdown files of a project's knowledge, each with its beginning. What cannot be read, leads out of the project,
 * or has a name with control or hidden characters, is left out.
 * @param warn is told of each folder that cannot be read as a whole, since nobody knows what is missing then
 */
export function knowledgeFiles(root: string, warn: (problem: string) => void): readonly KnowledgeFile[] {
  return FOLDERS.flatMap((folder) =>
    namesIn(root, folder, warn)
      .filter((name) => name.endsWith(".md"))
      .sort()
      .flatMap((name): readonly KnowledgeFile[] => {
        const path = `${folder}/${name}`;
        const text = beginningOf(root, path);
        return text === undefined ? [] : [{ path, text }];
      }),
  );
}

function namesIn(root: string, folder: string, warn: (problem: string) => void): readonly string[] {
  try {
    const { entries, isCut } = entriesIn(root, folder, { recursive: true });
    if (isCut) warn(`${folder} holds more than is ever listed, so some of its files are missing here.`);
    // A name is told to a model, and must not look like a line or a name of its own.
    return entries.map(({ name }) => name).filter((name) => !/\p{Cc}/u.test(name) && !hasHiddenCharacter(name));
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    warn(thrown.message);
    return [];
  }
}

function beginningOf(root: string, path: string): string | undefined {
  try {
    const file = openFile(root, path);
    if (file === null) return undefined;
    try {
      const bytes = Buffer.alloc(FIRST_BYTES);
      return bytes.toString("utf8", 0, readSync(file.descriptor, bytes, 0, FIRST_BYTES, 0));
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}
