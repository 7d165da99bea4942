import { expect, test } from "vitest";
import { goesBeyondSchema } from "./beyond-schema.js";

const TEXT = { type: "string", minLength: 1 };
const NUMBER = { type: "integer", minimum: 0, maximum: 9 };
const STATUS = { enum: ["pending", "decided"] };

test.each([
  [{ type: "string" }, TEXT],
  [{ type: "iso8601" }, { type: "string", format: "date-time" }],
  [{ minLength: 1 }, TEXT],
  [{ type: "string", minLength: 1 }, TEXT],
  [{ pattern: "^" }, {}],
  [{ pattern: "." }, TEXT],
  [{ pattern: "^[\\s\\S]*$" }, {}],
  [{ pattern: "^[a-z]+$" }, { pattern: "^[a-z]+$" }],
  [{ contains: "" }, TEXT],
  [{ min: 0 }, NUMBER],
  [{ max: 9 }, NUMBER],
  [{ one_of: ["decided", "pending"] }, STATUS],
  [{ schema: "tool-schemas/any.json" }, TEXT],
  [{}, TEXT],
])("%j says no more than %j", (expected, schema) => {
  expect(goesBeyondSchema(expected, [schema])).toBe(false);
});

test("a matcher that always holds asserts nothing about a value without a schema", () => {
  for (const expected of [{ type: "string" }, { pattern: "^" }, { contains: "" }]) {
    expect(goesBeyondSchema(expected, [])).toBe(false);
  }
  expect(goesBeyondSchema({ pattern: "^a" }, [])).toBe(true);
});

test.each([
  ["x", TEXT],
  [null, {}],
  [{ equals: { a: 1 } }, {}],
  [{ same_as: 7 }, NUMBER],
  [{ one_of: ["pending"] }, STATUS],
  [{ minLength: 2 }, TEXT],
  [{ length: 3 }, TEXT],
  [{ pattern: "." }, {}],
  [{ pattern: "^[a-z]+$" }, TEXT],
  [{ contains: "x" }, TEXT],
  [{ min: 1 }, NUMBER],
  [
    { type: "iso8601", recent: 60 },
    { type: "string", format: "date-time" },
  ],
  [{ type: "null" }, {}],
])("%j says more than %j", (expected, schema) => {
  expect(goesBeyondSchema(expected, [schema])).toBe(true);
});
