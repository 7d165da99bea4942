import { expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.js";

test.each([
  ["plan_begin", ["plan_start", "plan_status"], undefined],
  ["plan_strat", ["plan_start", "plan_status"], "plan_start"],
  ["--profil", ["--profile", "--run"], "--profile"],
  ["raed", ["add", "read"], "read"],
  ["minimum", ["max", "min"], "min"],
  ["Engineer", ["engineer"], "engineer"],
  ["x", ["y"], "y"],
  ["zzz", ["plan"], undefined],
])("%s among %j means %s", (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});

test("a hint is a sentence with a blank behind it, or nothing", () => {
  expect(didYouMean("reed", ["read"])).toBe('Did you mean "read"? ');
  expect(didYouMean("zzz", ["read"])).toBe("");
});
