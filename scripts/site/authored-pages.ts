/** The pages that people write, by their paths on the site. The home page is in `docs/.vitepress`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import type { SitePage } from "./page.js";

/** Pages outside `docs`, and pages with a name of their own. */
const MOVED: Readonly<Record<string, string>> = {
  "docs/.vitepress/index.md": "index.md",
  "README.md": "start.md",
  "docs/README.md": "map.md",
  "conformance/README.md": "use/kit.md",
  "CONTRIBUTING.md": "maintain/contributing.md",
  "SECURITY.md": "security.md",
  "CHANGELOG.md": "changelog.md",
};

export function authoredPages(root: string): ReadonlyMap<string, SitePage> {
  const others = fg.sync(["docs/**/*.md", "packages/*/README.md"], { cwd: root }).sort();
  const sources = new Set([...Object.keys(MOVED), ...others]);
  return new Map(
    [...sources].map((source) => [
      MOVED[source] ?? movedPath(source),
      { text: readFileSync(join(root, source), "utf8"), source },
    ]),
  );
}

/** A README is the first page of its folder. */
function movedPath(source: string): string {
  const [, name] = /^packages\/([\w-]+)\/README\.md$/u.exec(source) ?? [];
  if (name !== undefined) return `references/${name}.md`;
  return source.replace(/^docs\//u, "").replace(/README\.md$/u, "index.md");
}
