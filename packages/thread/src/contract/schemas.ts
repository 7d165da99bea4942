import { createRequire } from "node:module";
import { type ParamsSchema, paramsSchema, schemaFamily } from "@nexus-core/service/params/schemas";
import type { AnySchemaObject, ValidateFunction } from "ajv/dist/2020.js";
import type { MethodName } from "../generated/register.js";
import { EXTENSIONS, type ExtensionName, isExtensionName } from "../team/extensions.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

/** Parameters that this service takes beside those of the contract. */
const FURTHER: Readonly<Record<string, AnySchemaObject>> = {
  "trigger_participant.input.json": {
    idempotency_key: {
      description:
        "The same key again, while it is that of the target's latest wake-up in the thread, wakes nobody again.",
      type: "string",
      minLength: 1,
      maxLength: 128,
    },
  },
};

/** A schema file of the contract, with the further parameters of this service. */
function contractSchema(folder: "tool-schemas" | "state-schemas", file: string): AnySchemaObject {
  const schema = load(`nexus-core/conformance/contracts/thread/${folder}/${file}`);
  const further = FURTHER[file];
  return further === undefined ? schema : { ...schema, properties: { ...schema["properties"], ...further } };
}

const schemas = schemaFamily([contractSchema("tool-schemas", "common.json")]);

/** A schema of a tool: of the contract, or of an extension. Extensions refer to the contract's `common.json`. */
export function toolSchema(file: string): AnySchemaObject {
  const [tool = "", side = ""] = file.split(".");
  if (!isExtensionName(tool)) return contractSchema("tool-schemas", file);
  return { $id: file, ...EXTENSIONS[tool][side as "input" | "output"] };
}

/** The schema of a tool's parameters. */
export function inputSchema(method: MethodName | ExtensionName): ParamsSchema {
  const id = `${method}.input.json`;
  const known = schemas.getSchema(id) as ValidateFunction | undefined;
  if (known !== undefined) return paramsSchema(known);
  if (isExtensionName(method)) return paramsSchema(schemas.compile(toolSchema(id)));
  return paramsSchema(schemas.compile(contractSchema("tool-schemas", id)));
}
