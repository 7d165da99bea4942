import type { ServedTool } from "@nexus-core/service/mcp/served-tool";
import { type JsonSchema, standaloneSchema } from "nexus-core/toolkit/standalone-schema";
import { contractSchema, withOtherVersions } from "./contract/schemas.js";
import { DECISION_NAMES, MEMORY_TOOL_NAMES, TOOL_NAMES } from "./generated/register.js";
import type { Harness } from "./harness.js";
import { TOOLS } from "./tools/tools.js";

/** Every tool for agents, including memory, with the contract's schemas. */
export function servedTools({ call }: Pick<Harness, "call">): readonly ServedTool[] {
  return [
    ...TOOL_NAMES.map((name) => served(name, !TOOLS[name].writes, call)),
    ...MEMORY_TOOL_NAMES.map((name) => served(name, false, call)),
  ];
}

/** The pure decisions as tools. */
export function servedDecisions({ decide }: Pick<Harness, "decide">): readonly ServedTool[] {
  return DECISION_NAMES.map((name) => served(name, true, decide));
}

function served<Name extends string>(
  name: Name,
  isReadOnly: boolean,
  run: (name: Name, params: unknown) => Promise<object>,
): ServedTool {
  const { description, ...input } = readSchema(`${name}.input.json`);
  return {
    name,
    description: String(description),
    input,
    output: withOtherVersions(readSchema(`${name}.output.json`)),
    annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
    run: (params) => run(name, params),
  };
}

function readSchema(file: string): JsonSchema {
  const { title: _, ...schema } = standaloneSchema(file, (name) =>
    contractSchema(name.endsWith(".schema.json") ? "state-schemas" : "tool-schemas", name),
  );
  return schema;
}
