import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { hashText } from "./hash-text.js";
import { checkWith, compileSchemas, type SchemaCheck } from "./json-schema.js";
import { parseJson } from "./located-document.js";
import { packageRoot } from "./package-root.js";
import { readText } from "./read-text.js";

const compiled = new Map<string, (id: string) => SchemaCheck>();

/**
 * The check by a schema of `conformance/schema/`, compiled when it is first asked for, unless the build has compiled it.
 * @param file its name, such as `report.schema.json`
 * @param definition one of its `$defs`; the whole schema where absent
 */
export function shippedSchema(file: string, definition?: string): SchemaCheck {
  let family = compiled.get(file);
  if (family === undefined) {
    const path = join(packageRoot, "conformance/schema", file);
    const text = readText(path, "schema");
    family = builtSchema(file, text) ?? compileSchemas([parseJson(text, path).value as object], { areShipped: true });
    compiled.set(file, family);
  }
  return family(definition === undefined ? file : `${file}#/$defs/${definition}`);
}

/** A schema that the build has compiled, as the module that it writes. */
export interface BuiltSchema {
  /** Of the text of the schema. */
  readonly hash: string;
  /** By `$id`, or that of a definition. */
  readonly checks: Readonly<Record<string, ValidateFunction>>;
}

/** The file in which the build keeps a compiled schema. */
export function builtSchemaPath(file: string): string {
  return `dist/schemas/${file}.cjs`;
}

/** The checks that the build has compiled, or undefined if it has compiled no schema of this text. */
function builtSchema(file: string, text: string): ((id: string) => SchemaCheck) | undefined {
  const path = join(packageRoot, builtSchemaPath(file));
  if (!existsSync(path)) return undefined;
  const { hash, checks } = createRequire(import.meta.url)(path) as BuiltSchema;
  return hash === hashText(text) ? (id) => checkWith(checks[id] as ValidateFunction) : undefined;
}

/**
 * Checks a value against its schema before it is written.
 * @throws Error that names the place in it
 */
export function assertKeeps(value: unknown, file: string, what: string): void {
  const [issue] = shippedSchema(file)(value);
  if (issue !== undefined) throw new Error(`${what} breaks its schema at ${issue.pointer || "/"}: ${issue.message}`);
}
