import type { DefaultTheme } from "vitepress";

/** The pages of the site by their paths, as `npm run docs` has written them. */
export type Pages = Readonly<Record<string, { readonly title: string; readonly source: string }>>;

type Entry = string | { readonly path: string; readonly text: string };

/** Where a reader enters, with the pages behind each door in the order of reading. */
const DOORS: Readonly<Record<string, readonly Entry[]>> = {
  "I have a harness": [
    { path: "start", text: "Get started" },
    "use/implementation-guide",
    "use/kit",
    "use/adapter-protocol",
    "use/other-harness",
    "comparison",
    "use/commands",
    "reference/commands",
    "use/errors",
    "reference/errors",
    "contracts/*",
  ],
  "I want roles": [
    "use/agents",
    "use/render",
    "use/upgrade",
    "reference/changes",
    "use/harness-guide",
    "harness-topics",
    "use/toolkit",
    "reference/toolkit",
    "roles/*",
  ],
  "I write agents": [
    "use/write-your-own",
    "use/rules",
    "reference/rules",
    "use/report-form",
    "reference/report-form",
    "use/responsibilities",
    "reference/responsibilities",
    "use/glossary",
  ],
  "I maintain this": [
    { path: "maintain/contributing", text: "Contributing" },
    "maintain/*",
    "references/*",
    { path: "api/index", text: "API reference" },
    "security",
    "changelog",
    { path: "map", text: "Map of the documentation" },
  ],
};

/** Pages that others lead to: the home page, and one for each file of cases. */
const ELSEWHERE = /^(?:index|contracts\/[\w-]+\/cases\/(?!index$).+|api\/(?!index$).+)$/u;

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The first page behind each door. */
export function doors(): DefaultTheme.NavItem[] {
  return Object.entries(DOORS).map(([text, [first = ""]]) => ({
    text,
    link: `/${typeof first === "string" ? first : first.path}`,
  }));
}

/** @throws Error when a page is behind no door, or a door leads to no page */
export function sidebar(pages: Pages): DefaultTheme.SidebarItem[] {
  const left = new Set(Object.keys(pages).map((file) => file.replace(/\.md$/u, "")));
  for (const path of left) if (ELSEWHERE.test(path)) left.delete(path);
  const item = (path: string, text = pages[`${path}.md`]?.title): DefaultTheme.SidebarItem => {
    if (text === undefined) throw new Error(`docs/.vitepress/navigation.ts: there is no page ${path}`);
    left.delete(path);
    return { text, link: `/${path.replace(/(?:^|(?<=\/))index$/u, "")}` };
  };
  /** A folder is a group, which its own first page names. */
  const within = (folder: string): DefaultTheme.SidebarItem[] => {
    const paths = [...left].filter((path) => path.startsWith(folder));
    const names = new Set(paths.map((path) => path.slice(folder.length).split("/")[0] ?? ""));
    return [...names].map((name) => {
      const path = `${folder}${name}`;
      if (left.has(path)) return item(path);
      const first = left.has(`${path}/index`) ? item(`${path}/index`) : { text: capitalized(name) };
      const items = within(`${path}/`);
      return items.length === 0 ? first : { ...first, collapsed: true, items };
    });
  };
  const groups = Object.entries(DOORS).map(([text, entries]) => ({
    text,
    collapsed: false,
    items: entries.flatMap((entry) => {
      if (typeof entry !== "string") return [item(entry.path, entry.text)];
      return entry.endsWith("*") ? within(entry.slice(0, -1)) : [item(entry)];
    }),
  }));
  if (left.size > 0) throw new Error(`docs/.vitepress/navigation.ts: no door leads to ${[...left].join(", ")}`);
  return groups;
}
