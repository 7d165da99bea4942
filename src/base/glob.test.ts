import { expect, test } from "vitest";
import { compileGlob } from "./glob.js";

test.each([
  ["plan_*", "plan_start", true],
  ["plan_*", "task_plan_x", false],
  ["*", "a/b", false],
  ["**", "a/b/c", true],
  ["core/**/x", "core/x", true],
  ["core/**/x", "core/a/b/x", true],
  ["core/*/x", "core/a/b/x", false],
  ["a?c", "abc", true],
  ["a.c", "abc", false],
  ["**/*.json", "a/b.json", true],
  ["core/**", "core/a", true],
  ["[x]", "x", false],
  ["{a,b}!(c)", "{a,b}!(c)", true],
  ["state/*", "state/a\nb", true],
  ["a?", "a😀", true],
  ["**/.lock", "./.lock", true],
  ["a\\\\", "a\\\\", true],
])("%s over %s: %s", (glob, name, expected) => {
  expect(compileGlob(glob)(name)).toBe(expected);
});
