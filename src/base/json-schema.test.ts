import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { compileSchemas } from "./json-schema.js";
import { packageRoot } from "./package-root.js";

const shipped = fg.sync(["schema/*.json", "conformance/schema/*.json"], { cwd: packageRoot });

const readSchema = (file: string) => JSON.parse(readFileSync(join(packageRoot, file), "utf8")) as { $id: string };

test("every schema that is used without the meta-schema has been held to it here", () => {
  expect(shipped.length).toBeGreaterThan(10);
  for (const folder of ["schema/", "conformance/schema/"]) {
    const family = shipped.filter((file) => file.startsWith(folder)).map(readSchema);
    const get = compileSchemas(family);
    for (const { $id } of family) expect(() => get($id), $id).not.toThrow();
  }
});

test.each([{ type: "strng" }, { required: [3] }, { properties: { a: 5 } }, { $defs: { unused: { minLength: -1 } } }])(
  "a foreign schema that breaks the meta-schema is refused: %j",
  (schema) => {
    expect(() => compileSchemas([{ $id: "x", ...schema }])("x")).toThrow("this JSON Schema cannot be used");
    expect(() => compileSchemas([{ $id: "x", type: "object" }], { areShipped: true })("x")).not.toThrow();
  },
);

test("whether a value is valid is said alone as well", () => {
  const check = compileSchemas([
    { $id: "x", type: "object", required: ["name"], properties: { name: { type: "string" } } },
  ])("x");
  for (const value of [{ name: "a" }, { name: 1 }, {}, null]) {
    expect({ value, accepts: check.accepts(value) }).toEqual({ value, accepts: check(value).length === 0 });
  }
});

test.each([
  [{ type: "integer" }, "a", false],
  [{ format: "date-time" }, "a", false],
  [{ minimum: 1 }, 0, true],
  [{ enum: ["a", null] }, "b", true],
  [{ enum: ["a", null] }, 1, false],
  [{ enum: [1, null] }, {}, false],
])("an issue says whether other values of the type are allowed: %j", (schema, value, allowsType) => {
  expect(compileSchemas([{ $id: "x", ...schema }])("x")(value)).toMatchObject([{ allowsType }]);
});
