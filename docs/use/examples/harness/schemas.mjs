import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const contract = dirname(createRequire(import.meta.url).resolve("nexus-core/conformance/contract.yml"));
const allows = (key, value) => (key === "additionalProperties" && value === false ? undefined : value);
const forCalls = compile(["state-schemas", "tool-schemas", "event-schemas"].flatMap((folder) => load(folder)));
const forFiles = compile(load("state-schemas", allows)); // fields of a newer version are no error

/** Throws when a call does not fit the contract's schema of the tool or event, and names the parameter. */
export function checkParams(name, params) {
  const [error] = errorsOf(forCalls.getSchema(`${name}.input.json`), params);
  if (error === undefined) return;
  const { additionalProperty, missingProperty } = error.params;
  const param = additionalProperty ?? missingProperty ?? error.instancePath.split("/")[1];
  if (param === "action" && error.keyword === "enum") throw new Error("Unknown action");
  throw new Error(`${name}: ${param} ${error.message}`);
}

/** What is wrong with the content of a state file, in words; undefined where nothing is. */
export function problemWith(name, content) {
  const [error] = errorsOf(forFiles.getSchema(`${name}.schema.json`), content);
  return error && `${error.instancePath || "/"} ${error.message}`;
}

function errorsOf(check, value) {
  return check(value) ? [] : check.errors;
}

function load(folder, reviver) {
  const files = readdirSync(`${contract}/${folder}`);
  return files.map((file) => JSON.parse(readFileSync(`${contract}/${folder}/${file}`, "utf8"), reviver));
}

function compile(schemas) {
  const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, validateSchema: false });
  addFormats.default(ajv);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}
