/** Pages that consist of tables. They are too long for git, so building the site makes them. */

import { DEFAULT_CONTRACT } from "../../src/base/default-contract.js";
import { contractSource } from "../contract-source.js";
import { tableMaker } from "../docs-tables.js";

interface TablePage {
  /** Its path on the site, without the ending. */
  readonly path: string;
  readonly title: string;
  /** What the page shows, and where a reader finds the same data. */
  readonly intro: string;
  /** The names of the tables on the page; each has a heading when there are several. */
  readonly tables: Readonly<Record<string, string>>;
}

const PAGES: readonly TablePage[] = [
  {
    path: "reference/commands",
    title: "Options of the commands",
    intro: "Every command and its options. `--help` behind a command prints the same.",
    tables: { "nexus-core": "commands nexus-core", "nexus-conformance": "commands nexus-conformance" },
  },
  {
    path: "reference/errors",
    title: "Error codes",
    intro:
      "Every code. The message fills in `{name}`. A printed error brings its own remedy, so this page is for reference only.",
    tables: { "": "errors" },
  },
  {
    path: "reference/rules",
    title: "What each rule checks",
    intro: "What `npx nexus-core validate` checks. A finding names its rule and what to do.",
    tables: { "": "rules" },
  },
  {
    path: "reference/changes",
    title: "Kinds of changes",
    intro: "Every change that `npx nexus-core diff` tells of, with its class and what a harness has to do.",
    tables: { "": "changes" },
  },
  {
    path: "reference/report-form",
    title: "The report form in full",
    intro:
      "What every report holds, what each role and skill adds, and what must hold between the fields. The same is in `schema/nexus-report.schema.json` and in `REPORT_INVARIANTS`.",
    tables: { Fields: "report fields", Parts: "report parts", Invariants: "report invariants in full" },
  },
  {
    path: "reference/responsibilities",
    title: "Decisions and hand-offs",
    intro: "Who decides what, and who gives what to whom. The same is in `vocabulary/responsibilities.yml`.",
    tables: { Decisions: "decisions", "Hand-offs": "handoffs" },
  },
  {
    path: "reference/toolkit",
    title: "Functions of the toolkit",
    intro: "Every function with an example. An editor shows the same at the import.",
    tables: { "": "toolkit" },
  },
];

/** The pages by their paths. */
export async function tablePages(root: string): Promise<ReadonlyMap<string, string>> {
  return textsOf(PAGES, root);
}

/** The requirements and events of a contract, and the tools of each surface without a page in `docs/contracts/<id>`. */
export function contractPages(id: string, root: string): Promise<ReadonlyMap<string, string>> {
  const { contract, data, pageWith } = contractSource(id, root);
  const flag = id === DEFAULT_CONTRACT ? "" : ` --contract ${id}`;
  const list = `\`npx nexus-conformance list requirements${flag}\``;
  const page = (part: string, table: string, intro: string): TablePage => ({
    path: `contracts/${id}/${part}`,
    title: `${part.charAt(0).toUpperCase()}${part.slice(1)} of the ${id} contract`,
    intro: `${contract.title}: ${intro}`,
    tables: { "": table },
  });
  const explain = `\`npx nexus-conformance explain ID${flag}\``;
  const operations = `parameters, answers and requirements of each. ${list} prints the requirements.`;
  const hidden = Object.entries(data.tools).filter(([tool]) => pageWith(`tool ${tool}`) === undefined);
  const surfaces = new Set(hidden.map(([, { surface = "tools" }]) => surface));
  return textsOf(
    [
      page(
        "requirements",
        `requirements ${id}`,
        `every requirement. ${list} prints them with their levels, and ${explain} prints one of them with its cases.`,
      ),
      ...(contract.events.size === 0 ? [] : [page("events", `events ${id}`, operations)]),
      ...[...surfaces].map((surface) => page(surface, `surface ${id} ${surface}`, operations)),
    ],
    root,
  );
}

async function textsOf(pages: readonly TablePage[], root: string): Promise<ReadonlyMap<string, string>> {
  const texts = pages.map(async (page) => [`${page.path}.md`, await textOf(page, root)] as const);
  return new Map(await Promise.all(texts));
}

async function textOf({ title, intro, tables }: TablePage, root: string): Promise<string> {
  const parts = Object.entries(tables).map(async ([heading, table]) => {
    const make = tableMaker(table, root);
    if (make === undefined) throw new Error(`there is no table "${table}"`);
    return `${heading === "" ? "" : `## ${heading}\n\n`}${await make()}`;
  });
  return `# ${title}\n\n${intro}\n\n${(await Promise.all(parts)).join("\n\n")}\n`;
}
