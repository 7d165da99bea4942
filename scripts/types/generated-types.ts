/** Every file of types that is made from JSON Schemas, of this package and of those in `packages/`. */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import fg from "fast-glob";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { packageRoot } from "../../src/base/package-root.js";
import { type ContractTypes, typesOf } from "./contract-types.js";
import { contractTypesOfPackages, type GeneratedFile, writeChanged, writeRegisters } from "./registers.js";

/** Where the schemas of types are: those of authoring, of the kit, and of the state files of contracts. */
const SCHEMAS = ["schema/*", "conformance/schema/*", "conformance/{,contracts/*/}state-schemas/*"];

interface TypeSource {
  /** From the root of the repository. */
  readonly schema: string;
  readonly definition?: string;
}

/** Types of one definition, by the names of their files. */
const PARTS: Readonly<Record<string, { readonly schema: string; readonly definition: string }>> = {
  "adapter-welcome": { schema: "adapter-protocol", definition: "welcome" },
  // A file contains one case or several; the code works with cases.
  fixture: { schema: "fixture", definition: "case" },
};

/**
 * Writes each generated file whose content would change, registers included. None of them is in a commit.
 * @returns the files that were written, from the root of this package
 */
export async function writeTypes(): Promise<readonly string[]> {
  return [...(await writeRegisters()), ...writeChanged(await generatedTypes())];
}

async function generatedTypes(): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const [name, source] of neededTypes()) {
    files.push({ path: join(packageRoot, "src/generated", `${name}.ts`), code: await ownTypes(source) });
  }
  for (const contractTypes of await contractTypesOfPackages<ContractTypes>()) {
    files.push({ path: contractTypes.target, code: await typesOf(contractTypes) });
  }
  return files;
}

/** The types that the code imports, by the names of their files. */
function neededTypes(): ReadonlyMap<string, TypeSource> {
  const schemas = new Map(
    fg
      .sync(
        SCHEMAS.map((folder) => `${folder}.schema.json`),
        { cwd: packageRoot },
      )
      .map((path) => {
        return [basename(path, ".schema.json"), path];
      }),
  );
  const code = fg.sync("{src,scripts,test,bench}/**/*.ts", { cwd: packageRoot, ignore: ["**/generated/**"] });
  const imported = code.flatMap((file) => {
    const text = readFileSync(join(packageRoot, file), "utf8");
    return [...text.matchAll(/"(?:\.\.?\/)+(?:src\/)?generated\/([\w-]+)\.js"/g)].map(([, name = ""]) => name);
  });
  return new Map(
    [...new Set(imported)].sort().flatMap((name) => {
      const part = PARTS[name];
      const schema = schemas.get(part?.schema ?? name);
      return schema === undefined ? [] : [[name, { schema, ...(part && { definition: part.definition }) }] as const];
    }),
  );
}

async function ownTypes({ schema, definition }: TypeSource): Promise<string> {
  const path = join(packageRoot, schema);
  const parsed = JSON.parse(readFileSync(path, "utf8")) as JSONSchema;
  const root = definition === undefined ? parsed : rootedAt(definition, parsed);
  const text = await compile(root, "Root", {
    cwd: join(path, ".."),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: definition !== undefined,
    bannerComment: `/* Generated from ${schema} by \`npm run generate\`. */`,
    style: { printWidth: 120 },
  });
  // The generator notes where it found definitions; readers do not need that.
  return text
    .replaceAll(/(?<=\/\*\*\n| \*\n) \* This interface was referenced by .*\n \* via .*\n/gu, "")
    .replaceAll(/\/\*\*\n \*\/\n| \*\n(?= \*\/)/gu, "");
}

/** One definition as the root, with all others, since conditions of the schema may refer to any of them. */
function rootedAt(definition: string, { $defs = {} }: JSONSchema): JSONSchema {
  const { [definition]: root, ...others } = $defs;
  return { ...root, $defs: others };
}
