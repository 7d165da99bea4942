import { expect, test } from "vitest";
import { lookup, parsePath } from "./json-path.js";

const state = {
  issues: [
    { id: 1, title: "a" },
    { id: 2, title: "b" },
  ],
  how_summary: { architect: "yes", "two words": 2 },
  none: null,
};

test.each([
  ["$", state],
  ["$.issues.length", 2],
  ["$.issues[0].title", "a"],
  ["$.issues[-1].id", 2],
  ["$.how_summary.architect", "yes"],
  ["$.how_summary['two words']", 2],
  ["$.none", null],
])("%s finds its value", (path, value) => {
  expect(lookup(parsePath(path, "here"), state)).toEqual({ found: true, value });
});

test.each([
  "$.issues[2]",
  "$.issues[-3]",
  "$.issues.title",
  "$.none.x",
  "$.how_summary.length",
  "$.constructor",
  "$[0]",
])("%s finds nothing", (path) => {
  expect(lookup(parsePath(path, "here"), state)).toEqual({ found: false });
});

test("a list at the root is reached by index and counted", () => {
  expect(lookup(parsePath("$[0].f", "here"), [{ f: 1 }])).toEqual({ found: true, value: 1 });
  expect(lookup(parsePath("$.length", "here"), [1, 2])).toEqual({ found: true, value: 2 });
});

test.each([
  ["issues", "it does not start with $"],
  ["$issues", '"issues" is no part of a path'],
  ["$.issues[*]", '"[*]" is no part of a path'],
  ["$..id", '"..id" is no part of a path'],
  ["$.issues[0", '"[0" is no part of a path'],
  ["$.issues[?(@.id)]", '"[?(@.id)]" is no part of a path'],
])("%s is refused with its place", (path, reason) => {
  expect(() => parsePath(path, "x.json:3#/0")).toThrow(`"${path}" is not a path of the fixture dialect: ${reason}`);
});
