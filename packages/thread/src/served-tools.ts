import type { ServedTool } from "@nexus-core/service/mcp/served-tool";
import { type JsonSchema, standaloneSchema } from "nexus-core/toolkit/standalone-schema";
import { toolSchema } from "./contract/schemas.js";
import { METHOD_NAMES, type MethodName } from "./generated/register.js";
import type { Method } from "./methods/method.js";
import { METHODS } from "./methods/methods.js";
import { EXTENSION_NAMES, EXTENSIONS, type ExtensionName, isExtensionName } from "./team/extensions.js";
import type { ThreadService } from "./thread-service.js";

/** The methods as tools, with the contract's schemas, and the extensions. */
export function servedTools(service: Pick<ThreadService, "call">): readonly ServedTool[] {
  return [...METHOD_NAMES, ...EXTENSION_NAMES].map((name) => ({
    ...listing(name),
    run: (params, credential) => service.call(name, params, credential),
  }));
}

type Listing = Omit<ServedTool, "run">;

const listings = new Map<ToolName, Listing>();

type ToolName = MethodName | ExtensionName;

/** The tool description of a method. Resolving its schemas takes longer than a call, so it is computed once. */
function listing(name: ToolName): Listing {
  const known = listings.get(name) ?? newListing(name);
  listings.set(name, known);
  return known;
}

type About = Pick<Method<MethodName>, "description" | "isReadOnly" | "isIdempotent" | "isOpenWorld">;

function newListing(name: ToolName): Listing {
  const about: About = isExtensionName(name) ? EXTENSIONS[name] : METHODS[name];
  const { description, isReadOnly = false, isIdempotent = isReadOnly, isOpenWorld = false } = about;
  return {
    name,
    description,
    input: readSchema(`${name}.input.json`),
    output: readSchema(`${name}.output.json`),
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: false,
      idempotentHint: isIdempotent,
      openWorldHint: isOpenWorld,
    },
  };
}

/** A schema without its description, which addresses readers of the contract. The method's own addresses agents. */
function readSchema(file: string): JsonSchema {
  const { title: _, description: __, ...schema } = standaloneSchema(file, toolSchema);
  return schema;
}
