import { expect, test } from "vitest";
import type { Failure } from "../oracles/failure.js";
import { attribute } from "./attribute.js";

const FILE = ".state/counter.json";
const of = (code: Failure["code"], details: Partial<Failure> = {}): Failure => ({
  code,
  message: code,
  step: 0,
  ...details,
});
const SCHEMA = of("NXC_ORACLE_OUTPUT", { path: "$.items[0].id", requirement: "answers" });
const INVARIANT = of("NXC_ORACLE_INVARIANT", { file: FILE, path: "$.total", requirement: "rises" });
const TREE = of("NXC_ORACLE_TREE", { file: FILE, requirement: "writes-only" });

test.each([
  ["the same place", SCHEMA, of("NXC_CASE_RETURN", { path: "$.items[0].id" })],
  ["a place within", SCHEMA, of("NXC_CASE_RETURN", { path: "$.items[0].id.text" })],
  ["the whole answer", SCHEMA, of("NXC_CASE_RETURN", { path: "$" })],
  ["an item that is counted from the end", SCHEMA, of("NXC_CASE_RETURN", { path: "$.items[-1].id" })],
  ["a captured value", SCHEMA, of("NXC_CASE_CAPTURE", { path: "$.items[0].id" })],
  ["a file that an invariant complains about", INVARIANT, of("NXC_CASE_STATE", { file: FILE, path: "$.total" })],
])("an oracle explains an assertion that fails at %s", (_, found, asserted) => {
  expect(attribute([asserted], [found])).toEqual({ failures: [found], blocked: [{ by: found }] });
});

test.each([
  ["at another place", SCHEMA, of("NXC_CASE_RETURN", { path: "$.items[0].title" })],
  ["in another item", SCHEMA, of("NXC_CASE_RETURN", { path: "$.items[1].id" })],
  ["in another file", INVARIANT, of("NXC_CASE_STATE", { file: "other.json", path: "$.total" })],
  ["for the same requirement", SCHEMA, of("NXC_CASE_RETURN", { path: "$", requirement: "answers" })],
  ["where the finding names no requirement", of("NXC_ORACLE_OUTPUT", { path: "$" }), of("NXC_CASE_RETURN")],
])("an oracle explains no assertion that fails %s", (_, found, asserted) => {
  expect(attribute([asserted], [found])).toEqual({ failures: [asserted, found], blocked: [] });
});

test("an assertion about a file takes the place of the finding that the file must not change", () => {
  const asserted = of("NXC_CASE_STATE", { file: FILE, path: "$.total" });
  const other = of("NXC_ORACLE_TREE", { file: "junk.txt", requirement: "writes-only" });
  expect(attribute([asserted], [TREE, other])).toEqual({ failures: [asserted, other], blocked: [] });
});

const MISSING = { actual: undefined, expected: 1 };

test.each([
  [
    "a missing file",
    of("NXC_CASE_FILE", { file: FILE, actual: null }),
    of("NXC_CASE_FILE", { file: FILE, actual: null, requirement: "x" }),
  ],
  [
    "the length of a list",
    of("NXC_CASE_RETURN", { path: "$.items.length", actual: 0 }),
    of("NXC_CASE_RETURN", { path: "$.items[0].id", ...MISSING, requirement: "x" }),
  ],
])("an assertion that fails for %s explains those about what would be in it", (_, whole, part) => {
  expect(attribute([whole, part], [])).toEqual({ failures: [whole], blocked: [{ requirement: "x", by: whole }] });
});

test.each([
  ["beside it", of("NXC_CASE_RETURN", { path: "$.items[0].title", ...MISSING, requirement: "x" })],
  ["with a value", of("NXC_CASE_RETURN", { path: "$.items[0].id", actual: 2, requirement: "x" })],
  ["in a file", of("NXC_CASE_STATE", { file: FILE, path: "$.items[0].id", ...MISSING, requirement: "x" })],
  ["of the same requirement", of("NXC_CASE_RETURN", { path: "$.items[0].id", ...MISSING })],
])("an assertion that fails for an item explains none %s", (_, other) => {
  const whole = of("NXC_CASE_RETURN", { path: other.path === "$.items[0].title" ? "$.items[0].id" : "$.items[0]" });
  expect(attribute([whole, other], [])).toEqual({ failures: [whole, other], blocked: [] });
});

test("an assertion about a value explains why its schema does not allow it", () => {
  const asserted = of("NXC_CASE_RETURN", { path: "$.items[-1].id", expected: "a", actual: "" });
  const found = { ...SCHEMA, actual: "" };
  expect(attribute([asserted], [found])).toEqual({
    failures: [asserted],
    blocked: [{ requirement: "answers", by: asserted }],
  });
  for (const expected of [
    1,
    null,
    { type: "integer" },
    { min: 1 },
    { equals: [] },
    { equals: {} },
    { one_of: [1, 2] },
    { recent: 60 },
    { length: 1 },
    { absent: true },
  ]) {
    const ofType = { ...asserted, expected };
    expect(attribute([ofType], [found])).toEqual({ failures: [found], blocked: [{ by: found }] });
    expect(attribute([ofType], [{ ...found, allowsType: true }]).failures).toEqual([ofType]);
  }
  const matched = { ...asserted, expected: { pattern: "^a" } };
  expect(attribute([matched], [found]).failures).toEqual([matched]);
});

test("a call that is accepted in place of its refusal explains what it does in the workspace", () => {
  const accepted = of("NXC_CASE_MISSING_ERROR");
  const outside = of("NXC_ORACLE_TREE", { file: "../notes.txt", requirement: "outside" });
  expect(attribute([accepted], [TREE, outside])).toEqual({
    failures: [accepted, outside],
    blocked: [{ requirement: "writes-only", by: accepted }],
  });
});
