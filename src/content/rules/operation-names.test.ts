import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { OPERATIONS } from "./operation-names.js";

test("operations are the tools of the core contract", () => {
  const contract = load(readFileSync(join(packageRoot, "conformance/contract.yml"), "utf8")) as {
    readonly tools: Readonly<Record<string, { readonly surface?: string }>>;
  };
  const tools = Object.entries(contract.tools).filter(([, { surface }]) => surface === undefined);
  expect([...OPERATIONS].sort()).toEqual(tools.map(([name]) => name).sort());
});
