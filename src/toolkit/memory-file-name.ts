import type { ReadOnly } from "../content/read/read-only.js";
import type { MemoryPolicy } from "../generated/manifest.js";
import { parseMemoryName } from "./parse-memory-name.js";

export interface MemoryFileName {
  /** The name of the file, without its folder. */
  readonly name: string;
  /** Why no file should have it, one sentence each; empty for a good name. */
  readonly problems: readonly string[];
}

/**
 * The name of the memory file on a topic: the prefix of its category, the topic, `.md`. A topic that bears the prefix
 * already gets no second one. What `parseMemoryName` finds wrong with the name is returned with it.
 *
 * @param topic two to four words in lower case, joined by hyphens
 * @param category id of a category of the policy; without one the name has no prefix
 * @param policy `vocabulary.memory_policy` of the manifest
 * @example
 * import { loadManifest, memoryFileName } from "nexus-core";
 *
 * const policy = loadManifest().vocabulary.memory_policy;
 * if (policy === null) throw new Error("this content has no memory policy");
 * memoryFileName("retry-limit", "empirical", policy);
 * // => { name: "empirical-retry-limit.md", problems: [] }
 * memoryFileName("retry-limit-2026", undefined, policy).problems;
 * // => ['"2026" is a date; leave it out, and put it into the text.']
 */
export function memoryFileName(
  topic: string,
  category: string | undefined,
  policy: ReadOnly<Pick<MemoryPolicy, "categories" | "naming">>,
): MemoryFileName {
  const known = policy.categories.find(({ id }) => id === category);
  if (category !== undefined && known === undefined) {
    const ids = policy.categories.map(({ id }) => id).join(", ");
    return { name: `${topic}.md`, problems: [`There is no category "${category}"; take one of ${ids}.`] };
  }
  const { category: borne } = parseMemoryName(`${topic}.md`, policy);
  const name = `${borne === undefined ? (known?.prefix ?? "") : ""}${topic}.md`;
  const others =
    borne === undefined || known === undefined || borne === category
      ? []
      : [`The topic "${topic}" bears the prefix of ${borne}, and the category is ${category}.`];
  return { name, problems: [...others, ...parseMemoryName(name, policy).problems] };
}
