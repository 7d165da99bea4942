/**
 * Writes `src/generated/*.ts`: the TypeScript form of the JSON Schemas, so that no type is written a second time.
 * `--check` writes nothing and fails when a file would change.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { packageRoot } from "../src/package-root.js";

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

const check = process.argv.includes("--check");
const folder = join(packageRoot, "src/generated");
mkdirSync(folder, { recursive: true });

let stale = 0;
for (const { schema, out, ...source } of SOURCES) {
  const path = join(packageRoot, schema);
  const parsed = JSON.parse(readFileSync(path, "utf8")) as JSONSchema;
  // A file may hold one case or many; the type that the code works with is the case.
  const root = "definition" in source ? rootedAt(source.definition, parsed) : parsed;
  const generated = await compile(root, "Root", {
    cwd: join(path, ".."),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: "definition" in source,
    bannerComment: `/* Generated from ${schema} by \`npm run generate\`. */`,
    style: { printWidth: 120 },
  });
  // Where the generator found a definition that nothing refers to is no news for a reader.
  const code = generated
    .replaceAll(/(?<=\/\*\*\n| \*\n) \* This interface was referenced by .*\n \* via .*\n/gu, "")
    .replaceAll(/\/\*\*\n \*\/\n| \*\n(?= \*\/)/gu, "");
  const target = join(folder, out);
  if (check) {
    if (readOrEmpty(target) !== code) {
      stale += 1;
      process.stderr.write(`src/generated/${out}: differs from ${schema}. Run npm run generate.\n`);
    }
  } else {
    writeFileSync(target, code);
  }
}
process.exitCode = stale > 0 ? 1 : 0;

/** One definition as the root, with the others beside it: also those that only a condition of the schema reaches. */
function rootedAt(definition: string, { $defs = {} }: JSONSchema): JSONSchema {
  const { [definition]: root, ...others } = $defs;
  return { ...root, $defs: others };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
