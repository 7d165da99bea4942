import { describe, expect, test } from "vitest";
import { counterContract } from "../testing/counter-contract.js";
import { loadContractFrom } from "./contract.js";
import { nodesOf, schemaTree } from "./schema-tree.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";
const NAMED = { type: "object", properties: { name: { type: "string" } } };

const ONE = "tool-schemas/one.json";

function contractOf(one: object, other: object) {
  return loadContractFrom(
    counterContract({ [ONE]: { $schema, ...one }, "state-schemas/other.json": { $schema, ...other } }),
  );
}

/** How the tree and the compiled check read a reference. The checked value breaks the schema that it leads to. */
function readBy(reference: string, one: object, other: object) {
  const contract = contractOf({ type: "object", properties: { it: { $ref: reference } }, ...one }, other);
  const fields = nodesOf(schemaTree(ONE, contract)).flatMap(({ leaf }) => (leaf === undefined ? [] : [leaf.path]));
  const places = contract.schemas
    .check(ONE)({ it: { name: 7 } })
    .map(({ pointer }) => pointer);
  return { fields, places };
}

const followed = { fields: ["it.name"], places: ["/it/name"] };

describe("the tree follows a reference like the check:", () => {
  test.each([
    ["a bare name", "other.json", { $id: "one.json" }, { $id: "other.json", ...NAMED }],
    ["beside the schema", "other.json", { $id: "deep/one.json" }, { $id: "deep/other.json", ...NAMED }],
    ["up from it", "../other.json", { $id: "deep/one.json" }, { $id: "other.json", ...NAMED }],
    [
      "at a whole address",
      "/b/other.json",
      { $id: "https://example.org/a/one.json" },
      { $id: "https://example.org/b/other.json", ...NAMED },
    ],
    ["its own name", "one.json#/$defs/named", { $id: "one.json", $defs: { named: NAMED } }, { $id: "other.json" }],
    [
      "a name with signs that addresses encode",
      "#/$defs/a%20%22b%22~1c",
      { $id: "one.json", $defs: { 'a "b"/c': NAMED } },
      { $id: "other.json" },
    ],
    [
      "a schema within another",
      "inner.json",
      { $id: "one.json" },
      { $id: "other.json", $defs: { n: { $id: "inner.json", ...NAMED } } },
    ],
    [
      "next to the schema that contains it",
      "inner.json",
      { $id: "deep/one.json", $defs: { n: { $id: "inner.json", ...NAMED } } },
      { $id: "inner.json", type: "object" },
    ],
  ])("%s", (_, reference, one, other) => {
    expect(readBy(reference, one, other)).toEqual(followed);
  });

  test("from a nested schema with an $id of its own", () => {
    const inner = { $id: "deep/inner.json", $ref: "leaf.json" };
    expect(readBy("#/$defs/inner", { $id: "one.json", $defs: { inner } }, { $id: "deep/leaf.json", ...NAMED })).toEqual(
      followed,
    );
  });
});

test("schemas that allow everything and meta-schemas have no fields to follow", () => {
  const other = { $id: "other.json" };
  expect(readBy("#/$defs/any", { $id: "one.json", $defs: { any: true } }, other)).toEqual({
    fields: ["it"],
    places: [],
  });
  expect(readBy($schema, { $id: "one.json" }, other)).toEqual({ fields: ["it"], places: [] });
});

test.each(["others.json", "other.json#/$defs/none", "#none", "#/type"])(
  "a reference to nothing is an error that names the schema (%s)",
  (reference) => {
    const contract = contractOf(
      { $id: "one.json", type: "object", properties: { it: { $ref: reference } } },
      {
        $id: "other.json",
      },
    );
    expect(() => schemaTree(ONE, contract)).toThrow(
      expect.objectContaining({
        code: "NXC_CONTRACT_INVALID",
        message: `"$ref" is "${reference}", which is not a schema of the contract`,
        where: expect.stringMatching(/tool-schemas[\\/]one\.json$/u),
      }),
    );
    expect(() => contract.schemas.check(ONE)).toThrow();
  },
);
