import type { ReadOnly } from "../content/read/read-only.js";
import type { MemoryPolicy } from "../generated/manifest.js";

export interface MemoryName {
  /** Id of the category whose prefix leads the name. */
  readonly category?: string;
  /** The name without prefix and `.md`. */
  readonly topic: string;
  /** How the name departs from the policy, one sentence each; empty for a good name. */
  readonly problems: readonly string[];
}

const WORDS = { min: 2, max: 4 };

/** A year, with month and day where they follow: 2026, 2026-05, 20260501. Other numbers are not dates. */
const DATE = /(?<!\d)(?:19[7-9]\d|20[0-3]\d)(?:[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)/;

/** v2, v1-4, 1-4, 1.4.0. A number on its own, as in http-404-pages, is not a version. */
const VERSION = /(?<![a-z\d])(?:v\d+(?:[-_.]\d+)*|\d+(?:[-_.]\d+)+)(?![a-z\d])/i;

/**
 * What the name of a memory file says, and how it departs from the policy: its pattern, a prefix where the policy asks
 * for one, a topic of two to four words, no version and no date, so that the file can be brought up to date under its
 * name.
 *
 * @param name the file name alone, without folder
 * @param policy `vocabulary.memory_policy` of the manifest
 * @example
 * import { loadManifest, parseMemoryName } from "nexus-core";
 *
 * const policy = loadManifest().vocabulary.memory_policy;
 * if (policy === null) throw new Error("this content has no memory policy");
 * parseMemoryName("empirical-retry-limit.md", policy);
 * // => { category: "empirical", topic: "retry-limit", problems: [] }
 * parseMemoryName("lessons.md", policy).problems;
 * // => ['The topic "lessons" has 1 word; give it 2 to 4.']
 */
export function parseMemoryName(
  name: string,
  { categories, naming }: ReadOnly<Pick<MemoryPolicy, "categories" | "naming">>,
): MemoryName {
  const category = categories
    .filter(({ prefix }) => name.startsWith(prefix))
    .reduce<(typeof categories)[number] | undefined>(
      (best, entry) => (best === undefined || entry.prefix.length > best.prefix.length ? entry : best),
      undefined,
    );
  const topic = name.slice(category?.prefix.length ?? 0).replace(/\.md$/, "");
  const words = topic.split(/[-_.\s]+/).filter((word) => word !== "").length;
  const date = DATE.exec(topic)?.[0];
  const version = VERSION.exec(date === undefined ? topic : topic.replace(date, ""))?.[0];
  const problems: string[] = [];
  if (!new RegExp(naming.pattern).test(name)) problems.push(`"${name}" does not have the form ${naming.pattern}.`);
  if (category === undefined && naming.optional_prefix !== true) {
    problems.push(`The name begins with none of ${categories.map(({ prefix }) => prefix).join(", ")}.`);
  }
  if (words < WORDS.min || words > WORDS.max) {
    const count = words === 1 ? "1 word" : `${words} words`;
    problems.push(`The topic "${topic}" has ${count}; give it ${WORDS.min} to ${WORDS.max}.`);
  }
  if (date !== undefined) problems.push(`"${date}" is a date; leave it out, and put it into the text.`);
  if (version !== undefined) problems.push(`"${version}" is a version; leave it out, and put it into the text.`);
  return { ...(category === undefined ? {} : { category: category.id }), topic, problems };
}
