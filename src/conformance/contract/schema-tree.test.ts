import { expect, test, vi } from "vitest";
import { counterContract } from "../testing/counter-contract.js";
import { loadContractFrom } from "./contract.js";
import { nodesOf, schemaTree } from "./schema-tree.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";

function treeOf(schema: object, others: Record<string, unknown> = {}, isLines = false) {
  const folder = counterContract({ "tool-schemas/one.json": { $schema, $id: "one.json", ...schema }, ...others });
  return schemaTree("tool-schemas/one.json", loadContractFrom(folder), isLines);
}

function fieldsOf(schema: object, others: Record<string, unknown> = {}, isLines = false) {
  return nodesOf(treeOf(schema, others, isLines)).flatMap(({ path, leaf, values }) => [
    ...(leaf === undefined ? [] : [path]),
    ...values.map((value) => `${path} = ${JSON.stringify(value)}`),
  ]);
}

test("the innermost members, items and entries of open maps are fields", () => {
  expect(
    fieldsOf({
      type: "object",
      properties: {
        id: { type: "integer" },
        tags: { type: "array", items: { type: "string" } },
        issues: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
        words: { type: "object", additionalProperties: { type: "string" } },
        anything: { type: "object" },
        never: false,
      },
    }),
  ).toEqual(["id", "tags[]", "issues[].title", "words.*", "anything"]);
});

test("references are followed within a schema and into others", () => {
  const other = { $schema, $id: "other.json", type: "object", properties: { name: { type: "string" } } };
  expect(
    fieldsOf(
      {
        type: "object",
        properties: {
          near: { $ref: "#/$defs/near" },
          far: { $ref: "other.json" },
          in: { $ref: "other.json#/properties/name" },
        },
        $defs: { near: { type: "object", properties: { far: { $ref: "other.json" } } } },
      },
      { "state-schemas/other.json": other },
    ),
  ).toEqual(["near.far.name", "far.name", "in"]);
});

test("all branches have fields, and constants that differ between branches are values", () => {
  expect(
    fieldsOf({
      type: "object",
      if: { properties: { active: { const: false } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { active: { const: false } } },
      else: {
        properties: { active: { const: true }, done: { const: true } },
        oneOf: [{ properties: { a: { type: "string" } } }, { allOf: [{ properties: { b: { type: "string" } } }] }],
      },
    }),
  ).toEqual(["active", "active = false", "active = true", "done", "a", "b"]);
});

test("listed values, both booleans, and null as an alternative to an object are values", () => {
  expect(
    fieldsOf({
      type: "object",
      properties: {
        mode: { enum: ["team", null] },
        ready: { type: "boolean" },
        plan: { type: ["object", "null"], properties: { id: { type: "integer" } } },
      },
    }),
  ).toEqual([
    "mode",
    'mode = "team"',
    "mode = null",
    "ready",
    "ready = true",
    "ready = false",
    "plan = null",
    "plan.id",
  ]);
});

test("items of a list at the top have no prefix, and neither have the lines of a file", () => {
  const line = { type: "object", properties: { path: { type: "string" } } };
  expect(fieldsOf({ type: "array", items: line })).toEqual(["path"]);
  expect(fieldsOf(line, {}, true)).toEqual(["path"]);
});

test("a recursive schema gives a finite tree", () => {
  expect(
    fieldsOf({
      $ref: "#/$defs/node",
      $defs: { node: { type: "object", properties: { name: { type: "string" }, child: { $ref: "#/$defs/node" } } } },
    }),
  ).toEqual(["name", "child"]);
});

test("a field where a schema is recursive keeps the constraints at that place", () => {
  const loop = {
    $ref: "#/properties/child",
    type: "object",
    properties: { child: { type: "object", minProperties: 1 } },
  };
  const [child] = nodesOf(treeOf(loop)).flatMap(({ leaf }) => (leaf === undefined ? [] : [leaf]));
  expect(child).toEqual({ path: "child", schemas: [{ type: "object", minProperties: 1 }] });
  const tree = treeOf({
    type: "object",
    properties: { list: { $ref: "#/$defs/node" } },
    $defs: { node: { type: ["string", "array"], minLength: 3, items: { $ref: "#/$defs/node" } } },
  });
  const leaves = nodesOf(tree).flatMap(({ leaf }) => (leaf === undefined ? [] : [leaf]));
  expect(leaves.map(({ path, schemas }) => [path, schemas.at(-1)?.["minLength"]])).toEqual([["list[]", 3]]);
});

test("the schemas of a contract are collected for references once", () => {
  const contract = loadContractFrom(counterContract());
  const read = vi.spyOn(contract.schemas, "read");
  schemaTree("tool-schemas/total.json", contract);
  const first = read.mock.calls.length;
  schemaTree("state-schemas/counter.json", contract);
  expect([first, read.mock.calls.length]).toEqual([3, 4]);
});
