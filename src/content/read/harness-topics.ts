import { readFileSync } from "node:fs";
import { join } from "node:path";
import matter from "gray-matter";
import { NexusError } from "../../base/errors.js";
import { type LocatedDocument, parseYaml } from "../../base/located-document.js";
import { listMember, textMember } from "../../base/members.js";
import { packageRoot } from "../../base/package-root.js";

/** The page that lists the topics on which a harness supplies a text of its own. */
export const TOPICS_PAGE = "docs/harness-topics.md";

export interface HarnessTopic {
  readonly id: string;
  readonly pointer: string;
}

/** The front matter of the page, and the closed list of topics in it. */
export interface TopicsPage {
  readonly document: LocatedDocument;
  readonly topics: readonly HarnessTopic[];
}

/**
 * Reads the `topics` list from the front matter of the page; an entry is an id, or an object with one.
 * @throws NexusError NXC_YAML_SYNTAX
 */
export function parseTopicsPage(text: string): TopicsPage {
  // gray-matter passes on the rest of the opening line too, so line numbers are those of the page.
  let document = parseYaml("", TOPICS_PAGE);
  const parse = (source: string): object => {
    document = parseYaml(source, TOPICS_PAGE);
    return {};
  };
  // Front matter is YAML whatever its first line claims: by default "---js" would run the page as a program.
  const engines = { yaml: { parse }, json: { parse: refuse }, javascript: { parse: refuse } };
  matter(text, { language: "yaml", engines });
  const topics = listMember(document.value, "topics").flatMap(({ index, item }) => {
    const id = typeof item === "string" ? item : textMember(item, "id");
    return id === undefined ? [] : [{ id, pointer: `/topics/${index}` }];
  });
  return { document, topics };
}

function refuse(): never {
  throw NexusError.of("NXC_YAML_SYNTAX", { reason: "front matter must be YAML" }, `${TOPICS_PAGE}:1:4`);
}

let ownTopics: readonly string[] | undefined;

/** The topics of this package: what holds for a content folder that brings no page of its own. */
export function packageTopics(): readonly string[] {
  ownTopics ??= parseTopicsPage(readFileSync(join(packageRoot, TOPICS_PAGE), "utf8")).topics.map(({ id }) => id);
  return ownTopics;
}
