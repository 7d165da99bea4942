/** Checks a mapping against its schema and its contract before a run. Otherwise a misspelled name would have no effect. */

import { NexusError } from "../../base/errors.js";
import { parsePath } from "../../base/json-path.js";
import { didYouMean } from "../../base/nearest.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import type { Mapping } from "../../generated/config.js";
import type { Contract } from "../contract/contract.js";
import { childOf, type SchemaNode, schemaTree } from "../contract/schema-tree.js";
import { renameAnswer, renameParams } from "./rename.js";
import { translateParams } from "./translate.js";

/**
 * @throws NexusError NXC_OPTION_INVALID for a malformed mapping, NXC_ADAPTER_MAPPING for names that are not in the contract,
 * NXC_FIXTURE_BAD_PATH for a malformed path
 */
export function checkMapping(
  mapping: Mapping,
  contract: Pick<Contract, "id" | "tools" | "events" | "credentials" | "folder" | "schemas">,
): void {
  checkForm(mapping);
  if (mapping.credential !== undefined && contract.credentials === undefined) {
    throw misfit(`it maps the credential, but contract ${contract.id} has no credentials`);
  }
  const { tools = {}, params = {}, result = {}, values = {}, supply = {}, events = {} } = mapping;
  const known = { tools: [...contract.tools.keys()], events: [...contract.events.keys()] };
  checkNames("tools", tools, known.tools, contract.id);
  checkNames("events", events, known.events, contract.id);
  checkNames("params", params, [...known.tools, ...known.events], contract.id);
  checkNames("result", result, known.tools, contract.id);
  checkNames("values", values, [...known.tools, ...known.events], contract.id);
  checkNames("supply", supply, known.tools, contract.id);
  for (const [operation, names] of Object.entries(params)) renameParams(names, `mapping.params.${operation}`);
  for (const [tool, names] of Object.entries(result)) renameAnswer(names, `mapping.result.${tool}`);
  for (const [operation, words] of Object.entries(values)) translateParams(words, `mapping.values.${operation}`);
  for (const [tool, given] of Object.entries(supply)) checkSupply(tool, given, contract);
  for (const [operation, names] of Object.entries(params)) {
    // What is supplied may be a parameter of the implementation alone.
    const supplied = Object.keys(supply[operation] ?? {});
    const own = Object.keys(names).filter((name) => !supplied.includes(String(pathTo(name)[0])));
    checkFields("params", operation, own, contract, ["input"]);
  }
  for (const [tool, names] of Object.entries(result)) {
    checkFields("result", tool, Object.keys(names), contract, ["output"]);
  }
  for (const [operation, words] of Object.entries(values)) {
    checkFields("values", operation, Object.keys(words), contract, ["input", "output"]);
  }
}

const FIELDS = { input: "parameter", output: "field of the answer" } as const;

/** Refuses names that none of the schemas allows. Where one is missing or leaves a place open, any name may be right. */
function checkFields(
  key: string,
  name: string,
  fields: readonly string[],
  contract: Pick<Contract, "tools" | "events" | "folder" | "schemas">,
  sides: readonly (keyof typeof FIELDS)[],
): void {
  const operation = contract.tools.get(name) ?? contract.events.get(name);
  const schemas = sides.flatMap((side) => operation?.[side] ?? []);
  if (schemas.length < sides.length) return;
  const trees = schemas.map((path) => schemaTree(path, contract));
  for (const field of fields) {
    const gaps = trees.map((tree) => gapIn(tree, pathTo(field)));
    const known = [...new Set(gaps.flatMap((gap) => gap?.known ?? []))];
    const [wrong] = gaps.flatMap((gap) => gap?.wrong ?? []);
    if (wrong === undefined || gaps.includes(undefined)) continue;
    const list = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
    const kind = sides.map((side) => FIELDS[side]).join(" or ");
    throw misfit(
      `${key}.${name}: in the contract, ${name} has no ${kind} "${field}". ${didYouMean(wrong, known)}There ${list}. The contract's name comes first, yours second`,
    );
  }
}

/** The first step of a path that a schema refuses, and what it has in its place; undefined where the path may lead on. */
function gapIn(
  tree: SchemaNode,
  [first, ...rest]: readonly (string | number)[],
): { readonly wrong: string; readonly known: readonly string[] } | undefined {
  if (first === undefined) return undefined;
  const child = childOf(tree, first);
  if (child !== undefined) return gapIn(child, rest);
  return tree.isClosed ? { wrong: String(first), known: [...tree.members.keys()] } : undefined;
}

function pathTo(name: string): readonly (string | number)[] {
  return name.startsWith("$") ? parsePath(name, "mapping").segments : [name];
}

/**
 * A misspelled tool would fail every case in which time passes, and the implementation would be blamed for it.
 * @param offered the implementation's own names of all its tools
 * @throws NexusError NXC_ADAPTER_MAPPING
 */
export function checkClock({ clock }: Mapping, offered: ReadonlySet<string>): void {
  if (clock === undefined || offered.has(clock.tool)) return;
  const hint = didYouMean(clock.tool, offered);
  throw misfit(`clock names the tool "${clock.tool}", which the server does not offer. ${hint}`);
}

function checkForm(mapping: Mapping): void {
  const [issue] = shippedSchema("config.schema.json", "mapping")(mapping);
  if (issue === undefined) return;
  const problem = `is not a mapping: ${issue.message}${issue.pointer === "" ? "" : ` at ${issue.pointer}`}`;
  throw NexusError.of("NXC_OPTION_INVALID", { option: "mapping", problem });
}

function checkNames(key: string, table: object, known: readonly string[], contract: string): void {
  for (const name of Object.keys(table)) {
    if (known.includes(name)) continue;
    throw misfit(`${key} names "${name}", which contract ${contract} does not have. ${didYouMean(name, known)}`);
  }
}

/**
 * Rejects values for required parameters: a case that leaves one out expects a refusal, and must reach the implementation
 * without it.
 */
function checkSupply(tool: string, values: object, contract: Pick<Contract, "id" | "tools" | "events">): void {
  const check = contract.tools.get(tool)?.checkInput;
  if (check === undefined) return;
  const lacking = (params: object) => check(params).filter(({ keyword }) => keyword === "required").length;
  for (const [name, value] of Object.entries(values)) {
    if (lacking({ [name]: value }) >= lacking({})) continue;
    throw misfit(
      `supply adds "${name}" to calls of ${tool}, but the contract requires it, and cases must be able to leave it out`,
    );
  }
}

function misfit(reason: string): NexusError {
  return NexusError.of("NXC_ADAPTER_MAPPING", { reason: reason.trim().replace(/\.$/u, "") });
}
