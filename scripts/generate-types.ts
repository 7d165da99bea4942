/**
 * Writes `src/generated/*.ts`: the TypeScript form of the JSON Schemas, so that no type is written a second time.
 * `--check` writes nothing and fails when a file would change.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { packageRoot } from "../src/package-root.js";

const SOURCES = [
  { schema: "conformance/schema/adapter-protocol.schema.json", out: "adapter-protocol.ts" },
  { schema: "conformance/schema/adapter-protocol.schema.json", out: "adapter-welcome.ts", definition: "welcome" },
  { schema: "conformance/schema/config.schema.json", out: "config.ts" },
  { schema: "conformance/schema/contract.schema.json", out: "contract.ts" },
  { schema: "conformance/schema/fixture.schema.json", out: "fixture.ts", definition: "case" },
  { schema: "conformance/schema/report.schema.json", out: "report.ts" },
  { schema: "schema/manifest.schema.json", out: "manifest.ts" },
] as const;

const check = process.argv.includes("--check");
const folder = join(packageRoot, "src/generated");
mkdirSync(folder, { recursive: true });

let stale = 0;
for (const { schema, out, ...source } of SOURCES) {
  const path = join(packageRoot, schema);
  const parsed = JSON.parse(readFileSync(path, "utf8")) as JSONSchema;
  // A file may hold one case or many; the type that the code works with is the case.
  const root = "definition" in source ? { ...parsed.$defs?.[source.definition], $defs: parsed.$defs } : parsed;
  const code = await compile(root, "Root", {
    cwd: join(path, ".."),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    bannerComment: `/* Generated from ${schema} by \`npm run generate\`. */`,
    style: { printWidth: 120 },
  });
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

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
