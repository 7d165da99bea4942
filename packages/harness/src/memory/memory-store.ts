import { definedOnly } from "nexus-core/base";
import { memoryFileName, mergeMemory, parseMemoryName } from "nexus-core/toolkit";
import { ToolError } from "../contract/tool-error.js";
import type { MemoryStoreAnswer, MemoryStoreParams } from "../generated/contract.js";
import { MEMORY } from "../store/memory-path.js";
import { entriesIn, reading } from "../store/state-file.js";
import { knowledgeText } from "./knowledge-text.js";
import { memoryPolicy } from "./memory-policy.js";
import type { MemoryTool } from "./memory-tool.js";
import { type Entry, storeKnowledge } from "./store-knowledge.js";

/** Stores a text in the existing file on its topic, or else in a new one. */
export const memoryStore: MemoryTool<"memory_store"> = (place, params) =>
  storeKnowledge(place, MEMORY, () => entryOf(place.root, params));

function entryOf(root: string, { text, topic, category, tags }: MemoryStoreParams): Entry<MemoryStoreAnswer> {
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
    const existing = knowledgeText(root, MEMORY, file);
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
