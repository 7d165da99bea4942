import { createRequire } from "node:module";
import { type ParamsSchema, paramsSchema, schemaFamily } from "@nexus-core/service/params/schemas";
import type { AnySchemaObject, ValidateFunction } from "ajv/dist/2020.js";
import type { MethodName } from "../generated/register.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

/** A schema file of the contract. */
export function contractSchema(folder: "tool-schemas" | "state-schemas", file: string): AnySchemaObject {
  return load(`nexus-core/conformance/contracts/thread/${folder}/${file}`);
}

const schemas = schemaFamily([contractSchema("tool-schemas", "common.json")]);

/** The contract's schema of a method's parameters. */
export function inputSchema(method: MethodName): ParamsSchema {
  const id = `${method}.input.json`;
  const known = schemas.getSchema(id) as ValidateFunction | undefined;
  if (known !== undefined) return paramsSchema(known);
  return paramsSchema(schemas.compile(contractSchema("tool-schemas", id)));
}
