import { DECISION_NAMES, type DecisionName } from "./decisions/decision.js";
import { MEMORY_NAMES, type MemoryToolName } from "./memory/memory-tool.js";
import { contractSchema, withNewerFields } from "./schemas.js";
import type { ToolName } from "./tool.js";
import { TOOL_NAMES, TOOLS } from "./tools.js";

type Schema = Readonly<Record<string, unknown>>;

/** A tool as a protocol lists it to those who may call it. */
export interface ToolDescription<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Of the parameters; it refers to nothing outside of itself. */
  readonly input: Schema;
  /** Of the answer. Fields that a newer version has put into the files come through, so it takes more than it names. */
  readonly output: Schema;
  readonly isReadOnly: boolean;
}

/** The tools and the handlers of memory, all that an agent calls; by the contract's own schemas. */
export function describeTools(): readonly ToolDescription<ToolName | MemoryToolName>[] {
  const tools = TOOL_NAMES.map((name) => describe(name, !TOOLS[name].writes));
  return [...tools, ...MEMORY_NAMES.map((name) => describe(name, false))];
}

/** The decisions in the form of tools. They are pure. */
export function describeDecisions(): readonly ToolDescription<DecisionName>[] {
  return DECISION_NAMES.map((name) => describe(name, true));
}

function describe<Name extends string>(name: Name, isReadOnly: boolean): ToolDescription<Name> {
  const { description, ...input } = readSchema(`${name}.input.json`);
  const output = withNewerFields(readSchema(`${name}.output.json`));
  return { name, description: String(description), input, output, isReadOnly };
}

/**
 * A schema that stands alone: without a dialect, which validators of clients may not know by its name, and with every
 * reference replaced by what it names, which many of them do not follow.
 */
function readSchema(file: string): Schema {
  const { $schema: _, $id: __, title: ___, $defs: ____, ...schema } = documentOf(file);
  return { type: "object", ...(resolved(schema, file) as Schema) };
}

function documentOf(file: string): Schema {
  return contractSchema(file.endsWith(".schema.json") ? "state-schemas" : "tool-schemas", file);
}

function resolved(value: unknown, file: string): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, file));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as Schema;
  const own = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, resolved(item, file)]));
  return typeof $ref === "string" ? { ...(referred($ref, file) as Schema), ...own } : own;
}

function referred(reference: string, from: string): unknown {
  const [target, pointer = ""] = reference.split("#");
  const file = target || from;
  const named = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], documentOf(file));
  if (named === undefined) throw new Error(`${from} refers to ${reference}, which is not there`);
  return resolved(named, file);
}
