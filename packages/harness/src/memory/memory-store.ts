import { isUtf8 } from "node:buffer";
import { LARGE_BYTES, readBytes } from "@nexus-core/service/files/read-file";
import { prepareText, syncFolderOf } from "@nexus-core/service/files/write-file";
import { definedOnly } from "nexus-core/base";
import { memoryFileName, mergeMemory, parseMemoryName } from "nexus-core/toolkit";
import { ToolError } from "../contract/tool-error.js";
import type { MemoryStoreAnswer, MemoryStoreParams } from "../generated/contract.js";
import { MEMORY, memoryAt } from "../store/memory-path.js";
import { entriesIn, foundAt, reading, writing } from "../store/state-file.js";
import { memoryPolicy } from "./memory-policy.js";
import type { MemoryTool } from "./memory-tool.js";

/** Stores a text in the existing file on its topic, or else in a new one. */
export const memoryStore: MemoryTool<"memory_store"> = async ({ store, root }, params) => {
  // A refused call creates nothing, not even the lock folder.
  entryOf(root, params);
  const release = await store.lock();
  try {
    const { file, text, answer } = entryOf(root, params);
    if (text !== undefined) {
      writing(file, () => {
        prepareText(root, file, text, { within: MEMORY }).commit();
        syncFolderOf(root, file);
      });
    }
    return answer;
  } finally {
    release();
  }
};

interface Entry {
  /** Path relative to the project root. */
  readonly file: string;
  /** The new text; undefined if nothing changes. */
  readonly text: string | undefined;
  readonly answer: MemoryStoreAnswer;
}

function entryOf(root: string, { text, topic, category, tags }: MemoryStoreParams): Entry {
  const entry = { text, ...definedOnly({ tags }) };
  if (!mergeMemory(undefined, entry).added) {
    const problem = "there is nothing in it to remember";
    throw ToolError.of("INVALID_PARAMETER", { tool: "memory_store", parameter: "text", problem });
  }
  const { name, problems } = memoryFileName(topic, category, memoryPolicy());
  if (problems.length > 0) {
    throw ToolError.of("MEMORY_NAME", { name: JSON.stringify(name), problems: problems.join(" ") });
  }
  const file = `${MEMORY}/${fileOnTopic(root, name)}`;
  return reading(file, () => {
    const existing = textOf(root, file);
    const merged = mergeMemory(existing, entry);
    const answer = { path: file, created: existing === undefined, added: merged.added };
    return { file, text: merged.text === existing ? undefined : merged.text, answer };
  });
}

/** The file name for an entry: an existing file on the same topic, or else the given name. */
function fileOnTopic(root: string, name: string): string {
  const policy = memoryPolicy();
  const wanted = parseMemoryName(name, policy);
  const names = entriesIn(root, MEMORY)
    .entries.map((entry) => entry.name)
    .sort();
  const plain = `${wanted.topic}.md`;
  if (names.includes(name)) return name;
  if (wanted.category !== undefined) return names.includes(plain) ? plain : name;
  return names.find((other) => other.endsWith(".md") && parseMemoryName(other, policy).topic === wanted.topic) ?? name;
}

/** The text of a file. Binary files are refused, because reading and writing them as text would damage them. */
function textOf(root: string, file: string): string | undefined {
  const refuse = (what: string) => ToolError.of("MEMORY_NOT_TEXT", { file, what });
  const found = memoryAt(root, file);
  if (found === undefined) return undefined;
  if (found === "outside") throw ToolError.of("MEMORY_LEAVES", { file });
  if (found.isSymbolicLink()) throw isWithin(root, file) ? refuse("a link") : ToolError.of("MEMORY_LEAVES", { file });
  if (!found.isFile()) throw refuse("no file");
  const bytes = readBytes(root, file, LARGE_BYTES, { within: MEMORY })?.bytes;
  if (bytes !== undefined && !isUtf8(bytes)) throw refuse("no text in UTF-8");
  return bytes?.toString("utf8");
}

/** Whether a link leads to an existing file in the memory folder. */
function isWithin(root: string, file: string): boolean {
  try {
    return foundAt(root, file, { within: MEMORY, follow: true }) !== undefined;
  } catch {
    return false;
  }
}
