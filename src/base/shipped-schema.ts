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
    family =
      builtChecks(file, hashText(text)) ??
      compileSchemas([parseJson(text, path).value as object], { areShipped: true });
    compiled.set(file, family);
  }
  return family(definition === undefined ? file : `${file}#/$defs/${definition}`);
}

/** Schemas that the build has compiled, as the module that it writes. */
export interface BuiltSchemas {
  /** Of the sources that they were compiled from. */
  readonly hash: string;
  /** By `$id`, or that of a definition. */
  readonly checks: Readonly<Record<string, ValidateFunction>>;
}

/** The file in which the build keeps compiled schemas. */
export function builtSchemaPath(name: string): string {
  return `dist/schemas/${name}.cjs`;
}

/**
 * The checks that the build has compiled. Loading ajv and compiling the schemas of a run takes a quarter of a short one.
 * @param name of a schema of `conformance/schema/`, or the id of a contract
 * @param hash of the sources that they must have been compiled from
 * @returns undefined if the build has compiled nothing of that hash
 */
export function builtChecks(name: string, hash: string): ((id: string) => SchemaCheck) | undefined {
  const path = join(packageRoot, builtSchemaPath(name));
  if (!existsSync(path)) return undefined;
  const built = createRequire(import.meta.url)(path) as BuiltSchemas;
  return built.hash === hash ? (id) => checkWith(built.checks[id] as ValidateFunction) : undefined;
}

/**
 * Checks a value against its schema before it is written.
 * @throws Error that names the place in it
 */
export function assertKeeps(value: unknown, file: string, what: string): void {
  const [issue] = shippedSchema(file)(value);
  if (issue !== undefined) throw new Error(`${what} breaks its schema at ${issue.pointer || "/"}: ${issue.message}`);
}
