import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { memoryFileName, mergeMemory, parseMemoryName } from "nexus-core/toolkit";
import { prepareText, syncFolder } from "../atomic-write.js";
import type { MemoryStoreAnswer, MemoryStoreParams } from "../generated/contract.js";
import { entriesIn, reading, writing } from "../state-file.js";
import { ToolError } from "../tool-error.js";
import { withoutUndefined } from "../without-undefined.js";
import { MEMORY, memoryStaysInside } from "./memory-path.js";
import { memoryPolicy } from "./memory-policy.js";
import type { MemoryTool } from "./memory-tool.js";

/** Keeps a text: merge before create. */
export const memoryStore: MemoryTool<"memory_store"> = async ({ store, root }, params) => {
  // A call that is refused creates nothing, not even the folder of the lock.
  entryOf(root, params);
  const release = await store.lock();
  try {
    const { file, target, text, answer } = entryOf(root, params);
    if (text !== undefined) {
      writing(file, () => {
        prepareText(target, text).commit();
        syncFolder(dirname(target));
      });
    }
    return answer;
  } finally {
    release();
  }
};

interface Entry {
  /** From the root of the project. */
  readonly file: string;
  /** Absolute, behind links. */
  readonly target: string;
  /** The new text; undefined where nothing changes. */
  readonly text: string | undefined;
  readonly answer: MemoryStoreAnswer;
}

function entryOf(root: string, { text, topic, category, tags }: MemoryStoreParams): Entry {
  const entry = { text, ...withoutUndefined({ tags }) };
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
    const target = targetOf(root, file);
    const existing = textOf(file, target);
    const merged = mergeMemory(existing, entry);
    const answer = { path: file, created: existing === undefined, added: merged.added };
    return { file, target, text: merged.text === existing ? undefined : merged.text, answer };
  });
}

/** The name of the file that the entry goes into: one on the same topic where there is one, otherwise the given one. */
function fileOnTopic(root: string, name: string): string {
  const policy = memoryPolicy();
  const wanted = parseMemoryName(name, policy);
  const names = entriesIn(root, MEMORY)
    .map((entry) => entry.name)
    .sort();
  const plain = `${wanted.topic}.md`;
  if (names.includes(name)) return name;
  if (wanted.category !== undefined) return names.includes(plain) ? plain : name;
  return names.find((other) => other.endsWith(".md") && parseMemoryName(other, policy).topic === wanted.topic) ?? name;
}

function targetOf(root: string, file: string): string {
  if (!memoryStaysInside(root, file)) throw ToolError.of("MEMORY_LEAVES", { file });
  const path = join(root, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  if (!found.isFile()) throw ToolError.of("MEMORY_NOT_TEXT", { file, what: "no file" });
  return realpathSync(path);
}

/** A file that is no text would not survive being read and written again. */
function textOf(file: string, target: string): string | undefined {
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return undefined;
  const bytes = readFileSync(target);
  if (!isUtf8(bytes)) throw ToolError.of("MEMORY_NOT_TEXT", { file, what: "no text in UTF-8" });
  return bytes.toString("utf8");
}
