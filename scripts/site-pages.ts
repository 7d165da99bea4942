/** Pages of the site that consist of tables. They are too long to keep in git, and are made whenever the site is. */

import { join } from "node:path";
import { DEFAULT_CONTRACT } from "../src/base/default-contract.js";
import { packageRoot } from "../src/base/package-root.js";
import { findContracts } from "../src/conformance/contract/contract.js";
import { contractSource } from "./contract-source.js";
import { tableMaker } from "./docs-tables.js";

interface SitePage {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  /** What the page is, and where else a reader finds the same. */
  readonly intro: string;
  /** The parts of the page: the name of each table, below a heading where the page has several. */
  readonly tables: Readonly<Record<string, string>>;
}

const PAGES: readonly SitePage[] = [
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
      "Every code. `{name}` stands for what the message fills in. A printed error brings its own remedy, so this page is for reference only.",
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

/**
 * The pages by the names of their files.
 * @param root of the repository whose contracts have pages
 */
export async function sitePages(root = packageRoot): Promise<ReadonlyMap<string, string>> {
  const ids = [...findContracts(join(root, "conformance")).keys()];
  const pages = [...ids.flatMap((id) => contractPages(id, root)), ...PAGES].map(async (page) => {
    return [`${page.name}.md`, await textOf(page, root)] as const;
  });
  return new Map(await Promise.all(pages));
}

async function textOf({ title, intro, tables }: SitePage, root: string): Promise<string> {
  const parts = Object.entries(tables).map(async ([heading, table]) => {
    const make = tableMaker(table, root);
    if (make === undefined) throw new Error(`there is no table "${table}"`);
    return `${heading === "" ? "" : `## ${heading}\n\n`}${await make()}`;
  });
  const body = (await Promise.all(parts)).join("\n\n");
  return `---\ntitle: ${title}\n---\n\n# ${title}\n\n${intro}\n\n${body}\n`;
}

/** The requirements and events of a contract, and the tools of each surface that `docs/contracts/<id>` does not show. */
function contractPages(id: string, root: string): readonly SitePage[] {
  const { contract, data, pageWith } = contractSource(id, root);
  const flag = id === DEFAULT_CONTRACT ? "" : ` --contract ${id}`;
  const list = `\`npx nexus-conformance list requirements${flag}\``;
  const page = (part: string, table: string, intro: string): SitePage => ({
    name: `${id}-${part}`,
    title: `${part.charAt(0).toUpperCase()}${part.slice(1)} of the ${id} contract`,
    intro: `${contract.title}: ${intro}`,
    tables: { "": table },
  });
  const explain = `\`npx nexus-conformance explain ID${flag}\``;
  const operations = `parameters, answers and requirements of each. ${list} prints the requirements.`;
  const hidden = Object.entries(data.tools).filter(([tool]) => pageWith(`tool ${tool}`) === undefined);
  const surfaces = new Set(hidden.map(([, { surface = "tools" }]) => surface));
  return [
    page(
      "requirements",
      `requirements ${id}`,
      `every requirement. ${list} prints them with their levels, and ${explain} prints one of them with its cases.`,
    ),
    ...(contract.events.size === 0 ? [] : [page("events", `events ${id}`, operations)]),
    ...[...surfaces].map((surface) => page(surface, `surface ${id} ${surface}`, operations)),
  ];
}
