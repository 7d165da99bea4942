import { expect, test } from "vitest";
import { standaloneSchema } from "./standalone-schema.js";

const read = (schemas: Record<string, object>) => (file: string) =>
  schemas[file] as Record<string, unknown> | undefined;

test("references are followed through files, and members beside a reference override it", () => {
  const schemas = read({
    "a.json": {
      $schema: "x",
      $id: "a.json",
      $defs: { own: { $ref: "b.json#/$defs/id" } },
      items: { $ref: "#/$defs/own" },
    },
    "b.json": { $defs: { id: { type: "integer", description: "an id" } }, anyOf: [{ $ref: "#/$defs/id" }] },
    "c.json": { type: "array", items: { $ref: "b.json", description: "of c" } },
  });
  expect(standaloneSchema("a.json", schemas)).toEqual({
    type: "object",
    items: { type: "integer", description: "an id" },
  });
  expect(standaloneSchema("c.json", schemas)).toMatchObject({
    type: "array",
    items: { description: "of c", anyOf: [{ type: "integer", description: "an id" }] },
  });
});

test("a reference to what is not there is named", () => {
  const schemas = read({ "a.json": { $ref: "#/$defs/none" }, "b.json": { items: [{ $ref: "none.json" }] } });
  expect(() => standaloneSchema("a.json", schemas)).toThrow("a.json refers to #/$defs/none, which is not there");
  expect(() => standaloneSchema("b.json", schemas)).toThrow("there is no schema none.json");
});
