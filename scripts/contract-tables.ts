/** What a contract says of its tools, events and state files, as Markdown made from its data. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { NexusError } from "../src/base/errors.js";
import { type Contract, loadContract, type Requirement } from "../src/conformance/contract/contract.js";
import { contractFixtures, readCases } from "../src/conformance/fixture/find-fixtures.js";
import type { Contract as ContractData } from "../src/generated/contract.js";
import { cell, tableOfMarkup } from "./markdown-table.js";
import { fieldsOf, type Resolve, resolverOf, type Schema } from "./schema-tables.js";

const MAKERS: Readonly<Record<string, (source: Source, name: string) => string>> = {
  tool: (source, name) => operation(source, name, source.data.tools[name]),
  events: everyEvent,
  decisions: everyDecision,
  files: filesOfTools,
  requirements: ({ contract }) => everyRequirement(contract),
  schema: (source, path) => fieldsOf(source.schema(path), source.resolve),
  "state-schemas": stateSchemas,
  definitions: (source, path) => definitions(source.schema(path), source.resolve, 3),
  group: (source, name) => requirements(source, name),
};

/** What makes the table `KIND CONTRACT NAME`, or undefined where there is no such kind. */
export function contractTable(name: string): (() => string) | undefined {
  const [kind = "", id, ...rest] = name.split(" ");
  const make = MAKERS[kind];
  return make === undefined ? undefined : () => make(sourceOf(id), rest.join(" "));
}

interface Source {
  readonly contract: Contract;
  readonly data: ContractData;
  /** By its path beside contract.yml. */
  readonly schema: (path: string) => Schema;
  readonly resolve: Resolve;
}

function sourceOf(id: string | undefined): Source {
  const contract = loadContract(id);
  const data = load(readFileSync(join(contract.folder, "contract.yml"), "utf8")) as ContractData;
  const schema = (path: string) => JSON.parse(readFileSync(join(contract.folder, path), "utf8")) as Schema;
  return { contract, data, schema, resolve: resolverOf(contract.schemas.paths.map(schema)) };
}

/** A tool or an event: its files, parameters, answer and requirements, which are the group of its name. */
function operation(
  source: Source,
  name: string,
  entry: ContractData["tools"][string] | undefined,
  members = groupOf(source, name),
): string {
  if (entry === undefined)
    throw NexusError.of("NXC_INTERNAL", { reason: `contract ${source.contract.id} has no ${name}` });
  const { input, output, reads, writes } = entry;
  const facts = [
    `Profile \`${entry.profile}\`.`,
    ...(reads === undefined ? [] : [`Needs ${files(reads)}.`]),
    ...(writes === undefined ? [] : [`${writes.length === 0 ? "Changes" : "May change"} ${files(writes)}.`]),
  ];
  const fields = (path: string | undefined) =>
    path === undefined ? "The contract does not fix them." : fieldsOf(source.schema(path), source.resolve);
  return [
    facts.join(" "),
    `**Parameters**\n\n${fields(input)}`,
    `**Answer**\n\n${fields(output)}`,
    `**Requirements**\n\n${listOf(members)}`,
  ].join("\n\n");
}

function files(globs: readonly string[]): string {
  return globs.length === 0 ? "no file" : globs.map((glob) => `\`${glob}\``).join(", ");
}

function groupOf({ contract }: Source, group: string): readonly Requirement[] {
  return [...contract.requirements.values()].filter(
    ({ id, withdrawn_in }) => id.split(".")[1] === group && withdrawn_in === undefined,
  );
}

/** One table for each group, with how many cases verify each requirement. */
function everyRequirement(contract: Contract): string {
  const cases = readCases(contractFixtures(contract), contract);
  const groups = new Map<string, Requirement[]>();
  for (const requirement of contract.requirements.values()) {
    const group = requirement.id.split(".")[1] ?? "";
    groups.set(group, [...(groups.get(group) ?? []), requirement]);
  }
  return [...groups]
    .map(([group, members]) => {
      const rows = members.map((requirement) => {
        const verified = cases.filter(({ verifies }) => verifies.includes(requirement.id)).length;
        const proof = requirement.untested === undefined ? String(verified) : `untested: ${requirement.untested}`;
        return [
          `\`${requirement.id}\``,
          ...[requirement.level, requirement.profile, requirement.text, proof].map(cell),
        ];
      });
      return `### ${group}\n\n${tableOfMarkup(["requirement", "level", "profile", "text", "cases"], rows)}`;
    })
    .join("\n\n");
}

function requirements(source: Source, group: string): string {
  return listOf(groupOf(source, group));
}

function listOf(members: readonly Requirement[]): string {
  if (members.length === 0) return "None yet.";
  return members.map(({ id, level, text }) => `- ${level}: ${cell(text)} \`${id}\``).join("\n");
}

function everyEvent(source: Source): string {
  return Object.entries(source.data.events ?? {})
    .map(([name, entry]) => `### ${name}\n\n${operation(source, name, entry)}`)
    .join("\n\n");
}

/** Tools that are offered on a surface of their own, because no agent calls them. */
function everyDecision(source: Source): string {
  const decisions = Object.entries(source.data.tools).filter(([, { surface }]) => surface === "decisions");
  if (decisions.length === 0) return "This version of the contract has none yet.";
  const proved = requirementsOfCalls(source);
  const isDecision = (tool: string) => decisions.some(([name]) => name === tool);
  return decisions
    .map(([name, entry]) => {
      const members = proved.filter(({ calls }) => calls.has(name) && [...calls].every(isDecision));
      const requirements = members.map(({ requirement }) => requirement);
      return `### ${name}\n\n${operation(source, name, entry, requirements)}`;
    })
    .join("\n\n");
}

/**
 * Every requirement with the tools that its cases call. The ids of decisions are grouped by what they decide on
 * (memory, report), and not by the name of a call, so the cases alone say which call a requirement is about.
 */
function requirementsOfCalls({ contract }: Source) {
  const cases = readCases(contractFixtures(contract), contract);
  return [...contract.requirements.values()]
    .filter(({ withdrawn_in }) => withdrawn_in === undefined)
    .map((requirement) => {
      const steps = cases.filter(({ verifies }) => verifies.includes(requirement.id)).flatMap(({ steps }) => steps);
      const calls = new Set(steps.flatMap((step) => (step.kind === "action" ? [step.tool] : [])));
      return { requirement, calls };
    });
}

/** One row for each tool, one column for each file that some tool reads or changes. */
function filesOfTools({ data }: Source): string {
  const tools = Object.entries(data.tools).filter(([, { surface = "tools" }]) => surface === "tools");
  const paths = [...new Set(tools.flatMap(([, { reads = [], writes = [] }]) => [...reads, ...writes]))];
  const rows = tools.map(([name, { reads = [], writes = [] }]) => [
    `[${name}](tools.md#${name})`,
    ...paths.map((path) => {
      const verbs = [...(reads.includes(path) ? ["needs"] : []), ...(writes.includes(path) ? ["changes"] : [])];
      return verbs.length === 0 ? "–" : verbs.join(", ");
    }),
  ]);
  return tableOfMarkup(["tool", ...paths.map((path) => `\`${path}\``)], rows);
}

/** Every schema of a state file, with the parts that it defines. */
function stateSchemas({ contract, schema, resolve }: Source): string {
  const folder = join(contract.folder, "state-schemas");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .map((name) => schema(`state-schemas/${name}`))
    .flatMap((root) => [
      section(3, root, resolve, root),
      ...objectsIn(root).map((part) => section(4, part, resolve, root)),
    ])
    .join("\n\n");
}

function definitions(root: Schema, resolve: Resolve, level: number): string {
  return objectsIn(root)
    .map((part) => section(level, part, resolve, root))
    .join("\n\n");
}

function objectsIn({ $defs = {} }: Schema): readonly Schema[] {
  return Object.values($defs).filter(({ type }) => type === "object");
}

function section(level: number, part: Schema, resolve: Resolve, root: Schema): string {
  const heading = `${"#".repeat(level)} ${part.title}`;
  return [heading, ...(part.description === undefined ? [] : [part.description]), fieldsOf(part, resolve, root)].join(
    "\n\n",
  );
}
