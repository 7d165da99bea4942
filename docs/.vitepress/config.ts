/** The site. `npm run docs` writes its pages into `site/pages` first, and `site/html` is what a web server needs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { repositoryLinks } from "./links.js";
import { doors, type Pages, sidebar } from "./navigation.js";
import { plainMarkdown } from "./plain-markdown.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = JSON.parse(readFileSync(join(root, "site/pages.json"), "utf8")) as Pages;

/** Four circles that are joined in the middle. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#3451b2" stroke="#3451b2" stroke-width="1.5"><path d="M3 3 13 13M13 3 3 13"/><circle cx="3" cy="3" r="2"/><circle cx="13" cy="3" r="2"/><circle cx="3" cy="13" r="2"/><circle cx="13" cy="13" r="2"/></svg>`;

interface Renderer {
  render(text: string, env: object): string;
}

/**
 * What the search reads of a page. Cases are found by their names and not by their steps, and a role by its instruction
 * and not by the files that targets make of it. Otherwise the index would be three times as large.
 */
function searchedPart(text: string, env: object, md: Renderer): string {
  const searched = text.split("<!-- not searched -->")[0] ?? "";
  return md.render(searched, Object.assign(env, { isSearched: true }));
}

export default defineConfig({
  title: "nexus-core",
  description:
    "One source of agents, skills and contracts for AI agent harnesses, with a kit that proves what a harness keeps.",
  base: "/nexus-core/",
  srcDir: "../site/pages",
  outDir: "../site/html",
  cacheDir: "../site/cache",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  markdown: {
    languageAlias: { "nexus-report": "json" },
    // As GitHub spells it, so that a link to a heading works on both.
    anchor: {
      slugify: (title) =>
        title
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
          .replaceAll(" ", "-"),
    },
    config: (md) => {
      plainMarkdown(md);
      repositoryLinks(md, pages, root);
    },
  },
  themeConfig: {
    nav: doors(),
    sidebar: sidebar(pages),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        _render: searchedPart,
        miniSearch: {
          searchOptions: {
            // Somebody who looks for "render" wants the guide before two hundred functions and a thousand cases.
            boostDocument: (id: string) => (/\/(?:api|cases)\//u.test(id) ? 0.8 : 1),
            // Short words are like too many others.
            fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
            prefix: (term: string) => term.length > 2,
          },
        },
      },
    },
  },
});
