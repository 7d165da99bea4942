import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../package-root.js";
import { OPERATION_PARAMETERS } from "./operation-names.js";

test("operations and parameters are those of the tool schemas of the core contract", () => {
  const fromSchemas = Object.keys(OPERATION_PARAMETERS).map((name) => {
    const file = join(packageRoot, "conformance/tool-schemas", `${name}.input.json`);
    const { properties = {} } = JSON.parse(readFileSync(file, "utf8")) as { readonly properties?: object };
    return [name, Object.keys(properties).sort()];
  });
  const fromTable = Object.entries(OPERATION_PARAMETERS).map(([name, parameters]) => [name, [...parameters].sort()]);
  expect(fromTable).toEqual(fromSchemas);
  expect(fromTable).toHaveLength(11);
});
