/** Generates all types from JSON Schemas, for this package and those in `packages/`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { packageRoot } from "../../src/base/package-root.js";
import { type ContractTypes, typesOf } from "./contract-types.js";
import { contractTypesOfPackages, type GeneratedFile, writeChanged, writeRegisters } from "./registers.js";

const SOURCES = [
  { schema: "conformance/schema/baseline.schema.json", out: "baseline.ts" },
  { schema: "conformance/schema/adapter-protocol.schema.json", out: "adapter-protocol.ts" },
  { schema: "conformance/schema/adapter-protocol.schema.json", out: "adapter-welcome.ts", definition: "welcome" },
  { schema: "conformance/schema/config.schema.json", out: "config.ts" },
  { schema: "conformance/schema/contract.schema.json", out: "contract.ts" },
  { schema: "conformance/schema/coverage.schema.json", out: "coverage.ts" },
  { schema: "conformance/schema/proof.schema.json", out: "proof.ts" },
  { schema: "conformance/schema/credentials.schema.json", out: "credentials.ts" },
  { schema: "conformance/schema/fixture.schema.json", out: "fixture.ts", definition: "case" },
  { schema: "conformance/schema/report.schema.json", out: "report.ts" },
  { schema: "conformance/state-schemas/memory-access.schema.json", out: "memory-access.ts" },
  { schema: "conformance/state-schemas/plan.schema.json", out: "plan.ts" },
  { schema: "conformance/state-schemas/tasks.schema.json", out: "tasks.ts" },
  { schema: "schema/manifest.schema.json", out: "manifest.ts" },
  { schema: "schema/nexus-report.schema.json", out: "nexus-report.ts" },
] as const;

/**
 * Writes each generated file that is out of date, registers included. Git ignores all of them.
 * @returns the files that were written, from the root of this package
 */
export async function writeTypes(): Promise<readonly string[]> {
  return [...(await writeRegisters()), ...writeChanged(await generatedTypes())];
}

async function generatedTypes(): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const source of SOURCES) {
    files.push({ path: join(packageRoot, "src/generated", source.out), code: await ownTypes(source) });
  }
  for (const contractTypes of await contractTypesOfPackages<ContractTypes>()) {
    files.push({ path: contractTypes.target, code: await typesOf(contractTypes) });
  }
  return files;
}

async function ownTypes({ schema, ...source }: (typeof SOURCES)[number]): Promise<string> {
  const path = join(packageRoot, schema);
  const parsed = JSON.parse(readFileSync(path, "utf8")) as JSONSchema;
  // A file may hold one case or many. The code needs the type of one case.
  const root = "definition" in source ? rootedAt(source.definition, parsed) : parsed;
  const text = await compile(root, "Root", {
    cwd: join(path, ".."),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: "definition" in source,
    bannerComment: `/* Generated from ${schema} by \`npm run generate\`. */`,
    style: { printWidth: 120 },
  });
  // Remove the generator's notes on definitions without a reference, which tell a reader nothing.
  return text
    .replaceAll(/(?<=\/\*\*\n| \*\n) \* This interface was referenced by .*\n \* via .*\n/gu, "")
    .replaceAll(/\/\*\*\n \*\/\n| \*\n(?= \*\/)/gu, "");
}

/** Makes one definition the root and keeps the others, even those that only a condition refers to. */
function rootedAt(definition: string, { $defs = {} }: JSONSchema): JSONSchema {
  const { [definition]: root, ...others } = $defs;
  return { ...root, $defs: others };
}
