/**
 * Generates TypeScript types from a contract's schemas, for the reference implementation of that contract. Each package
 * names its contract in its `scripts/contract-types.ts`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { ContractRegisters } from "./registers.js";

export interface ContractTypes extends ContractRegisters {
  /** Folders of schemas in the contract. */
  readonly folders: readonly string[];
  /** Schemas that need no type. */
  readonly untyped?: readonly string[];
  /** The first line of the generated file. */
  readonly banner: string;
}

interface Schema extends JSONSchema {
  readonly $id: string;
}

export async function typesOf({ contract, folders, untyped = [], banner }: ContractTypes): Promise<string> {
  const schemas = folders.flatMap((folder) => readSchemas(join(contract, folder), untyped));
  const generated = await compile(familyOf(schemas), "Contract", {
    additionalProperties: false,
    bannerComment: `/* ${banner} */`,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    style: { printWidth: 120 },
  });
  return readonlyForm(generated);
}

function readSchemas(folder: string, untyped: readonly string[]): readonly Schema[] {
  return readdirSync(folder)
    .filter((file) => !untyped.includes(file))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Schema);
}
/** One schema with all definitions, because the generator reads a `$ref` as a path and not as an `$id`. */
function familyOf(schemas: readonly Schema[]): JSONSchema {
  const definitions = schemas.flatMap((schema) => {
    const { $id, $schema: _, $defs = {}, ...body } = schema;
    // A file that contains only definitions is not a type itself.
    const own = Object.keys(body).some((key) => key !== "title" && key !== "description") ? [[$id, body] as const] : [];
    return [...own, ...Object.entries($defs)].map(([name, value]) => [name, local(value, $id)]);
  });
  return { title: "Contract", type: "object", additionalProperties: false, $defs: Object.fromEntries(definitions) };
}

/** Redirects the references of a value to the common `$defs`, where the definitions of all schemas have unique names. */
function local(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item) => local(item, id));
  if (typeof value !== "object" || value === null) return value;
  const { if: _, then, else: otherwise, ...rest } = value as Readonly<Record<string, unknown>>;
  // To a validator, "if it is an object, then it is a plan" means the same as a choice between types.
  if (isReference(then)) return { anyOf: [local(then, id), { type: "null" }] };
  if (otherwise !== undefined && !("properties" in rest)) {
    const { title, description } = rest;
    return { title, description, anyOf: formsOf(value as Conditional).map((form) => local(form, id)) };
  }
  if (isReference(rest)) return referenceOf(rest);
  // An object without constraints may have any property.
  if (rest["type"] === "object" && !("properties" in rest) && !("additionalProperties" in rest)) {
    return { ...rest, additionalProperties: true };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, local(item, id)]));
}

/** Wraps a reference that has a description in `allOf`. Otherwise the generator makes a second type of it. */
function referenceOf({ $ref, ...besides }: { readonly $ref: string }): unknown {
  const reference = { $ref: `#/$defs/${$ref.split("#/$defs/").at(-1)}` };
  return Object.keys(besides).length === 0 ? reference : { ...besides, allOf: [reference] };
}

interface Conditional {
  readonly if?: unknown;
  readonly then?: unknown;
  readonly else?: Conditional;
}

/** The alternatives in a chain of conditions. Schemas use conditions so that validators report the right alternative. */
function formsOf({ if: condition, then, else: otherwise, ...form }: Conditional): readonly unknown[] {
  if (condition === undefined) return [form];
  return [then, ...(otherwise === undefined ? [] : formsOf(otherwise))];
}

/** Makes every member readonly, because code never changes parameters or state in place. */
function readonlyForm(code: string): string {
  return code
    .replace(
      /\n( \*\n)? \* This interface was referenced by `Contract`'s JSON-Schema\n \* via the `definition` "[^"]+"\./g,
      "",
    )
    .replace(/\/\*\*\n \*\/\n/g, "")
    .replace(/export interface Contract \{\}\n/, "")
    .replace(/export interface (\w+) \{\}/g, "export type $1 = Readonly<Record<string, never>>;")
    .replace(/^( +)([\w[][^*\n]*:(?: |$))/gm, "$1readonly $2")
    .replace(/(:| =) ([\w ]+|\([^)]*\))\[\];/g, "$1 readonly $2[];");
}

function isReference(value: unknown): value is { readonly $ref: string } {
  return typeof value === "object" && value !== null && "$ref" in value;
}
