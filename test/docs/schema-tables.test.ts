import { expect, test } from "vitest";
import { fieldsOf, type Schema, schemasAmong } from "../../scripts/schema-tables.js";

const state: Schema = { $id: "state.json", $defs: { item: { title: "Item", type: "object" } } };
const shown = (schema: Schema) =>
  fieldsOf(
    schema,
    schemasAmong([state], (id) => (id === state.$id ? "state.md" : undefined)),
  );
const HEAD = "| field | value | required | meaning |\n|---|---|---|---|\n";

test("each field has a row, nested fields included", () => {
  const schema: Schema = {
    required: ["name", "sum"],
    properties: {
      name: { type: "string", minLength: 1, description: "A | name." },
      last: { type: "integer", minimum: 1, default: 10 },
      sum: { type: "object", properties: { at: { type: "string", format: "date-time" } } },
      list: { type: "array", items: { properties: { is: { const: true } } } },
      items: { type: "array", items: { $ref: "state.json#/$defs/item" } },
      gone: false,
    },
  };
  expect(shown(schema)).toBe(`${HEAD}| \`name\` | text, not empty | yes | A \\| name. |
| \`last\` | integer, at least 1 | no; default \`10\` |  |
| \`sum\` | object | yes |  |
| \`sum.at\` | ISO 8601 time | no |  |
| \`list\` | list | no |  |
| \`list[].is\` | \`true\` | no |  |
| \`items\` | list of [Item](state.md#item) | no |  |`);
});

const when = (condition: Schema, then: Schema, otherwise?: Schema): Schema =>
  Object.fromEntries([
    ["if", condition],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["then", then],
    ...(otherwise === undefined ? [] : [["else", otherwise] as const]),
  ]);

const open: Schema = { title: "OpenTask", properties: { a: { type: "string" } } };
const none: Schema = { title: "None", properties: { b: { type: ["string", "null"] } } };
const both = `*Open task:*\n\n${HEAD}| \`a\` | text | no |  |\n\n*None:*\n\n${HEAD}| \`b\` | text or \`null\` | no |  |`;

test("each alternative has a table, however the schema distinguishes them", () => {
  expect(shown({ oneOf: [open, none] })).toBe(both);
  expect(shown(when({}, open, none))).toBe(both);
  expect(shown({ oneOf: [{ required: ["a"] }], ...when({}, open, when({}, none)) })).toBe(both);
});

test("fields that depend on the value of another field have their own table", () => {
  const schema: Schema = {
    properties: { kind: { enum: ["x", "y"] } },
    allOf: [when({ properties: { kind: { const: "x" } } }, { properties: { more: { type: "boolean" } } })],
  };
  expect(shown(schema)).toBe(
    `${HEAD}| \`kind\` | \`"x"\`, \`"y"\` | no |  |\n\nWhen \`kind\` is \`"x"\`, also:\n\n${HEAD}| \`more\` | \`true\` or \`false\` | no |  |`,
  );
});

test("an object without fields gives `None.`, and an unresolved reference is an error", () => {
  expect(shown({ type: "object", properties: {} })).toBe("None.");
  expect(() => shown({ properties: { a: { $ref: "state.json#/$defs/other" } } })).toThrow("names no schema");
});
