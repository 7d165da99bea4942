import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import type { Pages } from "./navigation.js";

const REPOSITORY = "https://github.com/nexus-core/nexus-core";
const FILE_IN_REPOSITORY = /^https:\/\/github\.com\/nexus-core\/nexus-core\/(?:blob|tree)\/main\/(.+)$/u;

/**
 * Makes the links of our pages, which lead to files of the repository, lead to pages of the site, and to the repository
 * where a file is no page.
 * @param root of the repository
 * @throws Error while rendering, when a link leads to no file
 */
export function repositoryLinks(md: MarkdownRenderer, pages: Pages, root: string): void {
  const bySource = new Map(Object.entries(pages).map(([path, { source }]) => [source, path]));
  const siteLink = (href: string, page: string): string => {
    const [, inRepository] = FILE_IN_REPOSITORY.exec(href) ?? [];
    if (inRepository === undefined && /^(?:[a-z]+:|#)/u.test(href)) return href;
    const { source } = pages[page] ?? {};
    // The API reference links its own pages.
    if (source === undefined && inRepository === undefined) return href;
    const [link = "", fragment] = (inRepository ?? href).split("#");
    const file = inRepository === undefined ? posix.join(posix.dirname(source ?? ""), link) : link;
    const target = bySource.get(file);
    const hash = fragment === undefined ? "" : `#${fragment}`;
    if (target !== undefined) return `/${target}${hash}`;
    if (!existsSync(join(root, file))) throw new Error(`${page}: ${href} leads to no file`);
    return `${REPOSITORY}/${statSync(join(root, file)).isDirectory() ? "tree" : "blob"}/main/${file}${hash}`;
  };
  md.core.ruler.push("repository-links", ({ tokens, env }) => {
    const { relativePath = "" } = env as { relativePath?: string };
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href !== null) token.attrSet("href", siteLink(decodeURI(href), relativePath));
    }
  });
}
