import { readSync } from "node:fs";
import { openFile } from "@nexus-core/service/files/read-file";
import type { KnowledgeFile } from "nexus-core";
import { ToolError } from "../contract/tool-error.js";
import { hasHiddenCharacter } from "../store/hidden-characters.js";
import { entriesIn } from "../store/state-file.js";

const FOLDERS = [".nexus/memory", ".nexus/context", ".nexus/rules"];

/** Bytes to read of each file. They cover its first line, which holds the tags. */
const FIRST_BYTES = 1024;

/**
 * The Markdown files of a project's knowledge, each with its beginning. Files are omitted if they cannot be read, lead
 * out of the project, or have control or hidden characters in their names.
 * @param warn called for each folder that cannot be read completely, because the list may then be incomplete
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
    // A model reads the names, so a name must not look like a second line or like another name.
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
