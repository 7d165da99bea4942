/** The tools, events and state files of a contract as Markdown tables, made from its data. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../src/base/errors.js";
import type { Contract, Requirement } from "../src/conformance/contract/contract.js";
import { oracleRequirements } from "../src/conformance/contract/oracle-requirements.js";
import type { Case } from "../src/conformance/fixture/case.js";
import { contractFixtures, readCases } from "../src/conformance/fixture/find-fixtures.js";
import type { Contract as ContractData } from "../src/generated/contract.js";
import { type ContractSource, contractSource } from "./contract-source.js";
import { cell, tableOfMarkup } from "./markdown-table.js";
import { fieldsOf, type Schema, type Schemas } from "./schema-tables.js";

const MAKERS: Readonly<Record<string, (source: ContractSource, name: string) => string>> = {
  tool: (source, name) => operation(source, name, source.data.tools[name]),
  events: everyEvent,
  surface: toolsOn,
  files: filesOfTools,
  requirements: ({ contract }) => everyRequirement(contract),
  schema: (source, path) => fieldsOf(source.schema(path), source.schemas),
  "state-schemas": stateSchemas,
  definitions: (source, path) => definitions(source.schema(path), source.schemas, 3),
  group: (source, name) => requirements(source, name),
};

/**
 * The function that makes the table `KIND CONTRACT NAME`; undefined for an unknown kind.
 * @param root of the repository
 */
export function contractTable(name: string, root: string): (() => string) | undefined {
  const [kind = "", id, ...rest] = name.split(" ");
  const make = MAKERS[kind];
  return make === undefined ? undefined : () => make(contractSource(id, root), rest.join(" "));
}

/** A tool or an event: its files, parameters, answer, and the requirements in the group of its name. */
function operation(
  source: ContractSource,
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
    path === undefined ? "The contract does not fix them." : fieldsOf(source.schema(path), source.schemas);
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

function groupOf({ contract }: ContractSource, group: string): readonly Requirement[] {
  return [...contract.requirements.values()].filter(
    ({ id, withdrawn_in }) => id.split(".")[1] === group && withdrawn_in === undefined,
  );
}

/**
 * Every requirement below a heading of its own, so that a report can link to it: what it demands, where that comes from,
 * and the cases that verify it.
 */
function everyRequirement(contract: Contract): string {
  const cases = readCases(contractFixtures(contract), contract);
  const groups = new Map<string, Requirement[]>();
  for (const requirement of contract.requirements.values()) {
    const group = requirement.id.split(".")[1] ?? "";
    groups.set(group, [...(groups.get(group) ?? []), requirement]);
  }
  return [...groups]
    .flatMap(([group, members]) => [`## ${group}`, ...members.map((each) => oneRequirement(each, contract, cases))])
    .join("\n\n");
}

function oneRequirement(requirement: Requirement, contract: Contract, cases: readonly Case[]): string {
  const { id, level, profile, text, source, ours, untested, withdrawn_in } = requirement;
  const files = new Map<string, number>();
  for (const each of cases.filter(({ verifies }) => verifies.includes(id))) {
    const name = caseFileOf(each, contract.id);
    files.set(name, (files.get(name) ?? 0) + 1);
  }
  const links = [...files].map(([name, count]) => `[${name}](cases/${name}.md) ${count}`);
  return [
    `### ${id}`,
    `**${level}**, profile \`${profile}\`. ${cell(text)}`,
    [
      ...(withdrawn_in === undefined ? [] : [`- Withdrawn in ${withdrawn_in}`]),
      ...(source === undefined ? [] : [`- Source: ${cell(source)}`]),
      ...(ours === undefined ? [] : [`- Ours: ${cell(ours)}`]),
      ...(untested === undefined ? [] : [`- Nothing can test it yet: ${cell(untested)}`]),
      ...(oracleRequirements(contract).has(id) ? ["- Judged at every step of every case"] : []),
      ...(links.length === 0 ? [] : [`- Cases: ${links.join(", ")}`]),
    ].join("\n"),
  ].join("\n\n");
}

/** The name of the file of a case below the folder of its contract, without the ending: `tools/plan-start`. */
export function caseFileOf({ name, id }: Pick<Case, "name" | "id">, contract: string): string {
  return name.slice(contract.length + 1, -id.length - 1);
}

function requirements(source: ContractSource, group: string): string {
  return listOf(groupOf(source, group));
}

function listOf(members: readonly Requirement[]): string {
  if (members.length === 0) return "None yet.";
  return members.map(({ id, level, text }) => `- ${level}: ${cell(text)} \`${id}\``).join("\n");
}

function everyEvent(source: ContractSource): string {
  return Object.entries(source.data.events ?? {})
    .map(([name, entry]) => `### ${name}\n\n${operation(source, name, entry)}`)
    .join("\n\n");
}

/** Every tool of a surface. */
function toolsOn(source: ContractSource, surface: string): string {
  const tools = Object.entries(source.data.tools).filter(([, { surface: own = "tools" }]) => own === surface);
  const proved = requirementsOfCalls(source);
  const isOnSurface = (tool: string) => tools.some(([name]) => name === tool);
  return tools
    .map(([name, entry]) => {
      const members = proved.filter(({ calls }) => calls.has(name) && [...calls].every(isOnSurface));
      const requirements = members.map(({ requirement }) => requirement);
      return `### ${name}\n\n${operation(source, name, entry, requirements)}`;
    })
    .join("\n\n");
}

/**
 * Every requirement with the tools that its cases call. An id may group a requirement by subject instead of tool, so only
 * the cases show which tools it is about.
 */
function requirementsOfCalls({ contract }: ContractSource) {
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
function filesOfTools({ data, pageWith }: ContractSource): string {
  const tools = Object.entries(data.tools).filter(([, { surface = "tools" }]) => surface === "tools");
  const paths = [...new Set(tools.flatMap(([, { reads = [], writes = [] }]) => [...reads, ...writes]))];
  const rows = tools.map(([name, { reads = [], writes = [] }]) => [
    linked(name, pageWith(`tool ${name}`)),
    ...paths.map((path) => {
      const verbs = [...(reads.includes(path) ? ["needs"] : []), ...(writes.includes(path) ? ["changes"] : [])];
      return verbs.length === 0 ? "–" : verbs.join(", ");
    }),
  ]);
  return tableOfMarkup(["tool", ...paths.map((path) => `\`${path}\``)], rows);
}

function linked(heading: string, page: string | undefined): string {
  return page === undefined ? heading : `[${heading}](${page}#${heading})`;
}

/** Every schema of a state file, with its definitions. */
function stateSchemas({ contract, schema, schemas }: ContractSource): string {
  const folder = join(contract.folder, "state-schemas");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .map((name) => schema(`state-schemas/${name}`))
    .flatMap((root) => [
      section(3, root, schemas, root),
      ...objectsIn(root).map((part) => section(4, part, schemas, root)),
    ])
    .join("\n\n");
}

function definitions(root: Schema, schemas: Schemas, level: number): string {
  return objectsIn(root)
    .map((part) => section(level, part, schemas, root))
    .join("\n\n");
}

function objectsIn({ $defs = {} }: Schema): readonly Schema[] {
  return Object.values($defs).filter(({ type }) => type === "object");
}

function section(level: number, part: Schema, schemas: Schemas, root: Schema): string {
  const heading = `${"#".repeat(level)} ${part.title}`;
  return [heading, ...(part.description === undefined ? [] : [part.description]), fieldsOf(part, schemas, root)].join(
    "\n\n",
  );
}
