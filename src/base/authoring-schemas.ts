import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileSchemas, type SchemaCheck } from "./json-schema.js";
import { packageRoot } from "./package-root.js";

/** A JSON Schema of schema/: the parts that this folder reads. */
export interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

const SCHEMA_NAMES = [
  "common",
  "agent",
  "skill",
  "vocabulary",
  "task-exceptions",
  "memory-policy",
  "responsibilities",
  "neutral-terms",
  "manifest",
  "nexus-report",
  "harness-map",
  "render-lock",
] as const;

let loaded: ReadonlyMap<string, JsonSchema> | undefined;
let compiled: ((id: string) => SchemaCheck) | undefined;
const checks = new Map<string, SchemaCheck>();

/** The schemas of the authored content, by `$id`. Always those of this package: a foreign folder answers to them too. */
export function authoringSchemas(): ReadonlyMap<string, JsonSchema> {
  loaded ??= new Map(
    SCHEMA_NAMES.map((name) => {
      const file = `${name}.schema.json`;
      return [file, JSON.parse(readFileSync(join(packageRoot, "schema", file), "utf8")) as JsonSchema];
    }),
  );
  return loaded;
}

/** The check of one authoring schema: `agent.schema.json`, `vocabulary.schema.json#/$defs/tagsFile`, … */
export function authoringCheck(id: string): SchemaCheck {
  compiled ??= compileSchemas([...authoringSchemas().values()]);
  let check = checks.get(id);
  if (check === undefined) {
    check = compiled(id);
    checks.set(id, check);
  }
  return check;
}
