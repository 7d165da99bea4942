import { compareText } from "../base/finding.js";
import { splitTags } from "./memory-tags.js";
import { projectPath } from "./project-path.js";

/** A file of the project, by its path from the project root. */
export interface KnowledgeFile {
  readonly path: string;
  /** Its text, or no more than its first line. */
  readonly text: string;
}

/** The folders of project knowledge, in the order in which they are listed. */
const FOLDERS = [
  ["Memory", ".nexus/memory/"],
  ["Context", ".nexus/context/"],
  ["Rules", ".nexus/rules/"],
] as const;

/**
 * The index of the project's knowledge for a prompt: every Markdown file of memory, context and rules by its path, with
 * the tags that its first line may hold, `<!-- tags: a, b -->`. Files elsewhere are no knowledge and are left out.
 *
 * @returns one text without a final line end; empty without files
 * @example
 * import { knowledgeIndex } from "nexus-core";
 *
 * const text = "<!-- tags: http, retry -->\n# Retries\n";
 * knowledgeIndex([{ path: ".nexus/memory/empirical-retry-limit.md", text }]).split("\n");
 * // => ["Memory:", "- .nexus/memory/empirical-retry-limit.md (tags: http, retry)"]
 */
export function knowledgeIndex(files: readonly KnowledgeFile[]): string {
  const entries = files
    .map(({ path, text }) => ({ path: projectPath(path), text }))
    .filter(({ path }) => path.endsWith(".md"))
    .sort((a, b) => compareText(a.path, b.path));
  return FOLDERS.flatMap(([title, folder]) => {
    const lines = entries.filter(({ path }) => path.startsWith(folder)).map(entryLine);
    return lines.length === 0 ? [] : [`${title}:`, ...lines];
  }).join("\n");
}

function entryLine({ path, text }: KnowledgeFile): string {
  const { tags } = splitTags(text);
  return tags.length === 0 ? `- ${path}` : `- ${path} (tags: ${tags.join(", ")})`;
}
