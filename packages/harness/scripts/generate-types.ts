/**
 * Writes `src/generated/contract.ts`: the TypeScript form of the contract's schemas of states, events and tools, so that
 * no type is written a second time. `--check` writes nothing and fails when the file would change.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const FOLDERS = ["state-schemas", "event-schemas", "tool-schemas"] as const;

/** The harness keeps no extension file, and what an extension holds is up to its owner. */
const UNTYPED = ["extension.schema.json"];

const conformance = join(dirname(fileURLToPath(import.meta.resolve("nexus-core/package.json"))), "conformance");
const target = fileURLToPath(new URL("../src/generated/contract.ts", import.meta.url));

const generated = await compile(familyOf(readSchemas()), "Contract", {
  additionalProperties: false,
  bannerComment: "/* Generated from the schemas of the core contract by `npm run generate`. */",
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
  style: { printWidth: 120 },
});
const code = readonlyForm(generated);

if (!process.argv.includes("--check")) {
  writeFileSync(target, code);
} else if (readFileSync(target, "utf8") !== code) {
  process.stderr.write("src/generated/contract.ts differs from the schemas of the contract. Run npm run generate.\n");
  process.exitCode = 1;
}

interface Schema extends JSONSchema {
  readonly $id: string;
}

function readSchemas(): readonly Schema[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(conformance, folder))
      .filter((file) => !UNTYPED.includes(file))
      .sort()
      .map((file) => JSON.parse(readFileSync(join(conformance, folder, file), "utf8")) as Schema),
  );
}

/** One schema that defines all, because the generator takes a `$ref` for a path and not for an `$id`. */
function familyOf(schemas: readonly Schema[]): JSONSchema {
  const definitions = schemas.flatMap((schema) => {
    const { $id, $schema: _, $defs = {}, ...body } = schema;
    return [[$id, body] as const, ...Object.entries($defs)].map(([name, value]) => [name, local(value, $id)]);
  });
  return { title: "Contract", type: "object", additionalProperties: false, $defs: Object.fromEntries(definitions) };
}

/** The value with its references pointing into the family; definitions of all schemas share one name space there. */
function local(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item) => local(item, id));
  if (typeof value !== "object" || value === null) return value;
  const { if: _, then, else: otherwise, ...rest } = value as Readonly<Record<string, unknown>>;
  // "if it is an object, then it is a plan" says the same to a validator as a choice between types, and more to a person.
  if (isReference(then)) return { anyOf: [local(then, id), { type: "null" }] };
  if (otherwise !== undefined && !("properties" in rest)) {
    const { title, description } = rest;
    return { title, description, anyOf: formsOf(value as Conditional).map((form) => local(form, id)) };
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, item]) =>
      key === "$ref" ? [key, `#/$defs/${String(item).split("#/$defs/").at(-1)}`] : [key, local(item, id)],
    ),
  );
}

interface Conditional {
  readonly if?: unknown;
  readonly then?: unknown;
  readonly else?: Conditional;
}

/** The forms between which a chain of conditions chooses; validators name the fault of the right one that way. */
function formsOf({ if: condition, then, else: otherwise, ...form }: Conditional): readonly unknown[] {
  if (condition === undefined) return [form];
  return [then, ...(otherwise === undefined ? [] : formsOf(otherwise))];
}

/** What a tool was given or has read is never changed in place, so every member is readonly. */
function readonlyForm(code: string): string {
  return code
    .replace(
      /\n( \*\n)? \* This interface was referenced by `Contract`'s JSON-Schema\n \* via the `definition` "[^"]+"\./g,
      "",
    )
    .replace(/\/\*\*\n \*\/\n/g, "")
    .replace(/export interface Contract \{\}\n/, "")
    .replace(/export interface (\w+) \{\}/g, "export type $1 = Readonly<Record<string, never>>;")
    .replace(/^( +)([\w[][^*\n]*: )/gm, "$1readonly $2")
    .replace(/(:| =) ([\w ]+|\([^)]*\))\[\];/g, "$1 readonly $2[];");
}

function isReference(value: unknown): value is { readonly $ref: string } {
  return typeof value === "object" && value !== null && "$ref" in value;
}
