/** Compiles the schema of the configuration file. Loading ajv to do so in each command would take a quarter of `list`. */

import { join } from "node:path";
import standaloneCode from "ajv/dist/standalone/index.js";
import { transform } from "esbuild";
import { hashText } from "../../src/base/hash-text.js";
import { schemaCompiler } from "../../src/base/json-schema.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { builtSchemaPath } from "../../src/base/shipped-schema.js";

const FILE = "config.schema.json";
const CHECKS = { whole: FILE, mapping: `${FILE}#/$defs/mapping` };

/** @returns the files of `dist`, by path below the folder of the package */
export async function compiledSchemas(): Promise<ReadonlyMap<string, string>> {
  const text = readText(join(packageRoot, "conformance/schema", FILE), "schema");
  const ajv = schemaCompiler({ validateSchema: false, code: { source: true } });
  ajv.addSchema(JSON.parse(text));
  const checks = Object.entries(CHECKS).map(([name, id]) => `${JSON.stringify(id)}: exports.${name}`);
  const code = `${standaloneCode.default(ajv, CHECKS)}
exports.hash = ${JSON.stringify(hashText(text))};
exports.checks = { ${checks.join(", ")} };
`;
  const { code: short } = await transform(code, { minifyWhitespace: true, minifySyntax: true, lineLimit: 160 });
  return new Map([[builtSchemaPath(FILE), short]]);
}
