import { expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { readText } from "../../base/read-text.js";
import { compileMatch, operatorNames } from "./match.js";
import type { MatchContext } from "./operator.js";

/** A captured value, a captured time and one schema. */
const context: MatchContext = {
  captured: (name) => (name === "first" ? [1] : name === "noon" ? "2026-01-01T12:00:00Z" : undefined),
  schema: () => (value) => (value === 7 ? [] : [{ pointer: "/a", keyword: "const", message: "it is not 7" }]),
};

const found = (value: unknown) => ({ found: true, value }) as const;
const nothing = { found: false } as const;

const DATE = "2026-01-01T00:00:00Z";

test.each([
  [1, found(1)],
  ["a", found("a")],
  [["a", 1], found(["a", 1])],
  [null, nothing],
  [null, found(null)],
  [{ type: "iso8601" }, found(DATE)],
  [{ type: "iso8601" }, found("2026-01-01T00:00:00.123+09:00")],
  [{ type: "integer", min: 1, max: 1 }, found(1)],
  [{ type: "object" }, found({})],
  [{ type: "array", minLength: 1, maxLength: 2 }, found([1])],
  [{ type: "null" }, found(null)],
  [{ length: 1 }, found("😀")],
  [{ pattern: "^a/.*\\-b$" }, found("a/x-b")],
  [{ one_of: [1, [2]] }, found([2])],
  [{ contains: "b" }, found("abc")],
  [{ contains: { id: 1 } }, found([{ id: 1 }])],
  [{ absent: true }, nothing],
  [{ same_as: "first" }, found([1])],
  [{ differs_from: "first" }, found([2])],
  [{ seconds_after: { of: "noon", min: 60, max: 61 } }, found("2026-01-01T13:01:00.5+01:00")],
  [{ seconds_after: { of: "noon", max: 0 } }, found(DATE)],
  [{ schema: "x.json" }, found(7)],
  [{ equals: { a: 1, b: 2 } }, found({ b: 2, a: 1 })],
  [{ equals: { at: [DATE] } }, found({ at: ["2026-01-01T09:00:00.000+09:00"] })],
  [{ same_as: "noon" }, found("2026-01-01T12:00:00+00:00")],
])("%j holds for %j", (expected, actual) => {
  expect(compileMatch(expected, "here", context)(actual)).toBeUndefined();
});

test.each([
  [1, found("1"), "another value"],
  [DATE, found("2026-01-01T00:00:00.001Z"), "another value"],
  [DATE, found("2026-01-01T00:00:00"), "another value"],
  [["a"], found(["a", "b"]), "another value"],
  [1, nothing, "nothing"],
  [null, found(0), "a value"],
  [{ type: "iso8601" }, found("2026-01-01"), "no iso8601"],
  [{ type: "iso8601" }, found("2026-13-01T00:00:00Z"), "no iso8601"],
  [{ type: "iso8601" }, found(1767225600000), "no iso8601"],
  [{ type: "number" }, found("1"), "no number"],
  [{ type: "integer" }, found(1.5), "no integer"],
  [{ type: "object" }, found([]), "no object"],
  [{ min: 2 }, found(1), "no number from 2"],
  [{ max: 2 }, found(3), "no number up to 2"],
  [{ minLength: 2 }, found("a"), "length 1 instead of at least 2"],
  [{ maxLength: 0 }, found(["a"]), "length 1 instead of at most 0"],
  [{ length: 2 }, found(12), "neither a string nor an array"],
  [{ pattern: "^b" }, found("ab"), "no string of the form ^b"],
  [{ one_of: [1, 2] }, found(3), "none of 1, 2"],
  [{ contains: "x" }, found(["xy"]), 'nothing that contains "x"'],
  [{ absent: true }, found(null), "a value"],
  [{ equals: {} }, found({ a: 1 }), "another value"],
  [{ type: "string", minLength: 3 }, found("ab"), "length 2 instead of at least 3"],
  [{ type: "string" }, nothing, "nothing"],
  [{ same_as: "first" }, found([2]), "another value than in an earlier step (first: [1])"],
  [{ differs_from: "first" }, found([1]), "the value of first again, [1],"],
  [{ differs_from: "first" }, nothing, "nothing"],
  [{ seconds_after: { of: "noon", min: 1 } }, found("2026-01-01T12:00:00Z"), "a time 0 seconds after noon"],
  [{ seconds_after: { of: "noon", max: 60 } }, found("2026-01-01T12:01:01Z"), "a time 61 seconds after noon"],
  [{ seconds_after: { of: "noon", min: 1 } }, found("soon"), "no iso8601"],
  [{ seconds_after: { of: "first", min: 1 } }, found(DATE), "a time NaN seconds after first"],
  [{ schema: "x.json" }, found(8), "a value that breaks x.json (/a: it is not 7)"],
])("%j does not hold for %j", (expected, actual, problem) => {
  expect(compileMatch(expected, "here", context)(actual)).toBe(problem);
});

test("a time that is not recent is told with its distance, since local time taken for UTC is whole hours off", () => {
  const problemAt = (ms: number) =>
    compileMatch({ recent: 60 }, "here", context)(found(new Date(Date.now() + ms).toISOString()));
  expect(problemAt(5.5 * 3_600_000)).toBe("a time that is 5.5 hours ahead, not within the last 60 seconds");
  expect(problemAt(-120_000)).toBe("a time that is 2 minutes old, not within the last 60 seconds");
  expect(problemAt(-1000)).toBeUndefined();
});

test("a pattern that is not a regular expression is an error of the fixture", () => {
  expect(() => compileMatch({ pattern: "(" }, "x.json:1#/a", context)).toThrow(/"\(" is not a regular expression/);
});

test("the fixture schema has the same operators as the code", () => {
  const schema = JSON.parse(readText(`${packageRoot}/conformance/schema/fixture.schema.json`, "schema")) as {
    $defs: { matcher: { properties: object } };
  };
  expect(Object.keys(schema.$defs.matcher.properties).sort()).toEqual([...operatorNames].sort());
});
