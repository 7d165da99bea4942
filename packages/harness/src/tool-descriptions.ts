import { type JsonSchema, standaloneSchema } from "nexus-core/toolkit/standalone-schema";
import { DECISION_NAMES, type DecisionName } from "./decisions/decision.js";
import { MEMORY_NAMES, type MemoryToolName } from "./memory/memory-tool.js";
import { contractSchema, withNewerFields } from "./schemas.js";
import type { ToolName } from "./tool.js";
import { TOOL_NAMES, TOOLS } from "./tools.js";

/** A tool as a protocol lists it to those who may call it. */
export interface ToolDescription<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Of the parameters; it refers to nothing outside of itself. */
  readonly input: JsonSchema;
  /** Of the answer. Fields that a newer version has put into the files come through, so it takes more than it names. */
  readonly output: JsonSchema;
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

function readSchema(file: string): JsonSchema {
  const { title: _, ...schema } = standaloneSchema(file, (name) =>
    contractSchema(name.endsWith(".schema.json") ? "state-schemas" : "tool-schemas", name),
  );
  return schema;
}
