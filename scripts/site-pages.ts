/** Pages of the site that are nothing but tables: too long to keep in git, and made anew whenever the site is. */

import { tableMaker } from "./docs-tables.js";

interface SitePage {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  /** What the page is, and where a reader without the site finds the same. */
  readonly intro: string;
  /** The parts of the page: the name of each table, below a heading where the page has several. */
  readonly tables: Readonly<Record<string, string>>;
}

const explain = (contract: string) =>
  `On a command line, \`npx nexus-conformance list requirements${contract}\` prints them with their levels, and \`npx nexus-conformance explain ID${contract}\` one of them with its cases.`;

const PAGES: readonly SitePage[] = [
  {
    name: "core-requirements",
    title: "Requirements of the core contract",
    intro: `What a harness owes. ${explain("")}`,
    tables: { "": "requirements core" },
  },
  {
    name: "core-events",
    title: "Events of the core contract",
    intro:
      "What each lifecycle event brings, and what it asks for. The schemas are in `conformance/event-schemas`; `npx nexus-conformance list requirements` prints the requirements.",
    tables: { "": "events core" },
  },
  {
    name: "core-decisions",
    title: "Decisions of the core contract",
    intro:
      "What each decision takes and answers. The schemas are in `conformance/tool-schemas`; `npx nexus-conformance list requirements` prints the requirements.",
    tables: { "": "decisions core" },
  },
  {
    name: "thread-requirements",
    title: "Requirements of the thread contract",
    intro: `What a message service owes. ${explain(" --contract thread")}`,
    tables: { "": "requirements thread" },
  },
  {
    name: "commands",
    title: "Options of the commands",
    intro: "Every command and its options. `--help` behind a command prints the same.",
    tables: { "nexus-core": "commands nexus-core", "nexus-conformance": "commands nexus-conformance" },
  },
  {
    name: "errors",
    title: "Errors",
    intro:
      "Every code. `{name}` stands for what the message fills in. A printed error brings its own remedy, so nobody needs this page to go on.",
    tables: { "": "errors" },
  },
  {
    name: "rules",
    title: "Authoring rules",
    intro: "What `npx nexus-core validate` checks. A finding names its rule and what to do.",
    tables: { "": "rules" },
  },
  {
    name: "report-form",
    title: "Fields of the report form",
    intro:
      "What every report holds, and what each role and skill adds. The same is in `schema/nexus-report.schema.json`.",
    tables: { Fields: "report fields", Parts: "report parts" },
  },
  {
    name: "responsibilities",
    title: "Decisions and hand-offs",
    intro: "Who decides what, and who gives what to whom. The same is in `vocabulary/responsibilities.yml`.",
    tables: { Decisions: "decisions", "Hand-offs": "handoffs" },
  },
  {
    name: "toolkit",
    title: "Functions of the toolkit",
    intro: "Every function with an example. An editor shows the same at the import.",
    tables: { "": "toolkit" },
  },
];

/** The pages by the names of their files. */
export async function sitePages(): Promise<ReadonlyMap<string, string>> {
  const pages = PAGES.map(async ({ name, title, intro, tables }) => {
    const parts = Object.entries(tables).map(async ([heading, table]) => {
      const make = tableMaker(table);
      if (make === undefined) throw new Error(`there is no table "${table}"`);
      return `${heading === "" ? "" : `## ${heading}\n\n`}${await make()}`;
    });
    const text = [
      "---",
      `title: ${title}`,
      "---",
      "",
      `# ${title}`,
      "",
      intro,
      "",
      (await Promise.all(parts)).join("\n\n"),
    ];
    return [`${name}.md`, `${text.join("\n")}\n`] as const;
  });
  return new Map(await Promise.all(pages));
}
