import { createRequire } from "node:module";
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { MethodName } from "../method.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

/** A schema as the contract has it. */
export function contractSchema(folder: "tool-schemas" | "state-schemas", file: string): AnySchemaObject {
  return load(`nexus-core/conformance/contracts/thread/${folder}/${file}`);
}

// The schemas ship with the contract, which holds them to the meta-schema; checking them again would delay the start.
const ajv = new Ajv2020({ strictRequired: false, strictTypes: false, allowUnionTypes: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(contractSchema("tool-schemas", "common.json"));

/** Tells whether parameters have the form that the contract gives them; the first error alone is looked for. */
export function inputSchema(method: MethodName): ValidateFunction {
  const id = `${method}.input.json`;
  const known = ajv.getSchema(id);
  if (known !== undefined) return known as ValidateFunction;
  return ajv.compile(contractSchema("tool-schemas", id));
}
