/** A contract of a repository as its docs need it: data, schemas, and the pages in `docs/contracts/<id>`. */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import fg from "fast-glob";
import { load } from "js-yaml";
import { packageRoot } from "../src/base/package-root.js";
import { type Contract, loadContract } from "../src/conformance/contract/contract.js";
import type { Contract as ContractData } from "../src/generated/contract.js";
import { type Schema, type Schemas, schemasAmong } from "./schema-tables.js";

export interface ContractSource {
  readonly contract: Contract;
  readonly data: ContractData;
  /** By its path beside contract.yml. */
  readonly schema: (path: string) => Schema;
  readonly schemas: Schemas;
  /** The page that shows a table, such as `tool NAME`. */
  readonly pageWith: (table: string) => string | undefined;
}

/** @param root of the repository */
export function contractSource(id: string | undefined, root: string): ContractSource {
  const contract = loadContract(id, root === packageRoot ? undefined : join(root, "conformance"));
  const data = load(readFileSync(join(contract.folder, "contract.yml"), "utf8")) as ContractData;
  const schema = (path: string) => JSON.parse(readFileSync(join(contract.folder, path), "utf8")) as Schema;
  const pageWith = pagesOf(contract.id, root);
  const pages = new Map(
    contract.schemas.paths.map((path) => [
      schema(path).$id,
      pageWith(`definitions ${path}`) ?? (path.startsWith("state-schemas/") ? pageWith("state-schemas") : undefined),
    ]),
  );
  const schemas = schemasAmong(contract.schemas.paths.map(schema), (id) => pages.get(id));
  return { contract, data, schema, schemas, pageWith };
}

function pagesOf(id: string, root: string): ContractSource["pageWith"] {
  const pages = new Map<string, string>();
  for (const path of fg.sync(`docs/contracts/${id}/*.md`, { cwd: root }).sort()) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, marker = ""] of text.matchAll(/<!-- generated: (.+?) -->/g)) pages.set(marker, basename(path));
  }
  return (table) => {
    const [kind, ...name] = table.split(" ");
    return pages.get([kind, id, ...name].join(" "));
  };
}
