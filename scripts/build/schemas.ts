/** Compiles schemas at build time, so that commands need not load ajv. */

import { join } from "node:path";
import standaloneCode from "ajv/dist/standalone/index.js";
import { transform } from "esbuild";
import { hashText } from "../../src/base/hash-text.js";
import { schemaCompiler } from "../../src/base/json-schema.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { builtSchemaPath } from "../../src/base/shipped-schema.js";
import { hashSources } from "../../src/conformance/contract/compiled-contract.js";
import type { Contract } from "../../src/conformance/contract/contract.js";
import type { SchemaDocument } from "../../src/conformance/contract/schemas.js";

/** Those of `conformance/schema/` that a run needs. */
const OF_EVERY_RUN = ["adapter-protocol.schema.json", "config.schema.json", "credentials.schema.json"];

/** @returns the files of `dist`, by path below the folder of the package */
export async function compiledSchemas(contracts: readonly Contract[]): Promise<ReadonlyMap<string, string>> {
  const ofEveryRun = OF_EVERY_RUN.map((file) => {
    const text = readText(join(packageRoot, "conformance/schema", file), "schema");
    return compiled(file, hashText(text), [JSON.parse(text)]);
  });
  const ofContracts = contracts.map(({ id, folder, schemas }) =>
    compiled(id, hashSources(folder), schemas.paths.map(schemas.read)),
  );
  return new Map(await Promise.all([...ofEveryRun, ...ofContracts]));
}

async function compiled(
  name: string,
  hash: string,
  schemas: readonly SchemaDocument[],
): Promise<readonly [path: string, code: string]> {
  const ajv = schemaCompiler({ validateSchema: false, code: { source: true } });
  for (const schema of schemas) ajv.addSchema(schema);
  const ids = schemas.flatMap(({ $id = "", $defs = {} }) => [
    $id,
    ...Object.keys($defs as object).map((definition) => `${$id}#/$defs/${definition}`),
  ]);
  const checks = ids.map((id, at) => `${JSON.stringify(id)}: exports.check${at}`);
  const code = `${standaloneCode.default(ajv, Object.fromEntries(ids.map((id, at) => [`check${at}`, id])))}
exports.hash = ${JSON.stringify(hash)};
exports.checks = { ${checks.join(", ")} };
`;
  const { code: short } = await transform(code, { minifyWhitespace: true, minifySyntax: true, lineLimit: 160 });
  return [builtSchemaPath(name), short];
}
