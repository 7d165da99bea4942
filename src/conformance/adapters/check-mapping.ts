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
  const treeOf = (path: string | undefined) => (path === undefined ? [] : [schemaTree(path, contract)]);
  const fields = (operation: string) => {
    const { input, output } = contract.tools.get(operation) ?? contract.events.get(operation) ?? {};
    return { taken: treeOf(input), given: treeOf(output) };
  };
  for (const [operation, names] of Object.entries(params)) {
    // What is supplied may be a parameter of the implementation alone.
    const supplied = new Set(Object.keys(supply[operation] ?? {}));
    const own = Object.keys(names).filter((name) => !supplied.has(name));
    checkFields(`params.${operation}`, own, fields(operation).taken, "parameter");
  }
  for (const [tool, names] of Object.entries(result)) {
    checkFields(`result.${tool}`, Object.keys(names), fields(tool).given, "field of the answer");
  }
  for (const [operation, words] of Object.entries(values)) {
    const { taken, given } = fields(operation);
    checkFields(
      `values.${operation}`,
      Object.keys(words),
      [...taken, ...given],
      "parameter and no field of the answer",
    );
  }
}

/** @param trees the schemas of which one must have each name @param kind what the contract lacks where a name is wrong */
function checkFields(key: string, names: readonly string[], trees: readonly SchemaNode[], kind: string): void {
  const known = trees.flatMap(({ members }) => [...members.keys()]);
  for (const name of names) {
    const path = name.startsWith("$") ? parsePath(name, `mapping.${key}`).segments : [name];
    if (path.length === 0 || trees.length === 0 || trees.some((tree) => hasField(tree, path))) continue;
    const list = [...new Set(known)].join(", ");
    throw misfit(
      `${key} names "${name}", which is no ${kind} in the contract. ${didYouMean(name, known)}It has ${list}`,
    );
  }
}

/** Where a schema names no fields, all are possible. */
function hasField(tree: SchemaNode, [first, ...rest]: readonly (string | number)[]): boolean {
  if (first === undefined) return true;
  const child = childOf(tree, first);
  if (child !== undefined) return hasField(child, rest);
  return tree.members.size === 0 && tree.items === undefined;
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
