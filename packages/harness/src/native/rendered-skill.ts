import { SMALL_BYTES } from "@nexus-core/service/files/read-file";
import matter from "gray-matter";
import { readIfThere } from "../store/state-file.js";

/** A skill in the words of the harness. */
export interface RenderedSkill {
  readonly folder: string;
  /** Without front matter. */
  readonly body: string;
}

/** gray-matter would run front matter that calls itself JavaScript. */
const NOTHING = () => ({});
const SAFE = { language: "yaml", engines: { yaml: NOTHING, json: NOTHING, javascript: NOTHING } };

/** The skill as `nexus-core render` or the user has written it into the project; undefined where there is none. */
export function renderedSkill(root: string, id: string, folders: readonly string[]): RenderedSkill | undefined {
  for (const parent of folders) {
    const folder = `${parent}/${id}`;
    try {
      const found = readIfThere(root, `${folder}/SKILL.md`, SMALL_BYTES);
      if (found === null) continue;
      const { content } = matter(found.text, SAFE);
      const rest = readIfThere(root, `${folder}/more.md`, SMALL_BYTES)?.text;
      return { folder, body: rest === undefined ? content : joined(content, rest) };
    } catch {
      // A file that cannot be read is none: the skill of the package takes its place.
    }
  }
  return undefined;
}

/** A skill that render has divided, because its reader takes only so much of a file. A hook may pass on more. */
function joined(first: string, rest: string): string {
  const pointer = first.lastIndexOf("\n## The rest\n");
  return `${pointer < 0 ? first : first.slice(0, pointer)}\n\n${rest}`;
}
