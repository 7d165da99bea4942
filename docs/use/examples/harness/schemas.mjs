import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const contract = dirname(createRequire(import.meta.url).resolve("nexus-core/conformance/contract.yml"));
const forCalls = compile(["state-schemas", "tool-schemas", "event-schemas"].flatMap(load));

/** Throws when a call does not fit the contract's schema of the tool or event, and names the parameter. */
export function checkParams(name, params) {
  const [error] = errorsOf(forCalls.getSchema(`${name}.input.json`), params);
  if (error === undefined) return;
  const { additionalProperty, missingProperty } = error.params;
  const param = additionalProperty ?? missingProperty ?? error.instancePath.split("/")[1];
  if (param === "action" && error.keyword === "enum") throw new Error("Unknown action");
  throw new Error(`${name}: ${param} ${error.message}`);
}

function errorsOf(check, value) {
  return check(value) ? [] : check.errors;
}

function load(folder) {
  const files = readdirSync(`${contract}/${folder}`);
  return files.map((file) => JSON.parse(readFileSync(`${contract}/${folder}/${file}`, "utf8")));
}

function compile(schemas) {
  const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, validateSchema: false });
  addFormats.default(ajv);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}
