import { lstatSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readIfThere } from "./files.mjs";

/** The Markdown files of memory, context and rules. Only plain files count, so links are left out. */
export function knowledgeOf(project) {
  return ["memory", "context", "rules"].flatMap((kind) => {
    const folder = join(project, ".nexus", kind);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => relative(project, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
      .sort()
      .map((path) => ({ path, text: readIfThere(project, path) }));
  });
}
