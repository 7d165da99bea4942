/** What counts as a call: where it has to be made, and where it must not be. */

import { expect, test } from "vitest";
import { callProblem } from "../scripts/scenarios/check-calls.js";
import type { StateCheck } from "../scripts/scenarios/scenario.js";
import type { MadeCall } from "../scripts/scenarios/tools.js";
import { folderOf, runMain, smallScenario } from "./scenario-folder.js";

/** `w` writes and `r` reads; a `!` behind it is a refusal. Each call is a turn. */
const made = (text: string): readonly MadeCall[] =>
  text.split(" ").map((word, index) => ({
    ...{ turn: index + 1, name: word.startsWith("w") ? "write_file" : "read_file", params: {} },
    ...(word.endsWith("!") ? { isRefused: true, result: "Refused: no" } : { isRefused: false, result: "Done." }),
  }));

const write = { tool: "write_file" };
const read = { tool: "read_file" };

test.each<[string, Partial<StateCheck>, string, boolean, boolean]>([
  ["a call", { called: write }, "w", true, true],
  ["a refused call", { called: write }, "w!", false, true],
  ["a refused call and one after it", { called: write }, "w! w", true, true],
  ["the text of a refusal", { called: { ...write, answered: "Refused" } }, "w!", false, true],
  ["two, of which one is refused, where two are asked for", { called: write, times: { min: 2 } }, "w w!", false, true],
  ["two, of which one is refused, where one is most", { called: write, times: { max: 1 } }, "w w!", false, true],
  ["a refused call where there is to be none", { called: write, times: { min: 0, max: 0 } }, "w!", false, true],
  ["turns, of which one is refused, at least two", { called: write, turns: { min: 2 } }, "w w!", false, true],
  ["turns, of which one is refused, at most one", { called: write, turns: { max: 1 } }, "w w!", false, true],
  ["a read before a write", { called: read, before: write }, "r w", true, true],
  ["a refused read before a write", { called: read, before: write }, "r! w", false, true],
  ["a read after a refused write", { called: read, before: write }, "w! r w", false, true],
  ["a write after a refused read", { called: write, before: read }, "r! w r", false, true],
  ["a write after a read", { called: write, before: read }, "r w", false, false],
])("%s: %j of %s", (_, check, calls, inMust, inMustNot) => {
  const { called = write, ...others } = check;
  const whole: StateCheck = { name: "x", check: "state", ...others };
  const holds = [true, false].map((wanted) => callProblem(whole, called, made(calls), wanted) === undefined);
  expect(holds).toEqual([inMust, inMustNot]);
});

test("a refusal is told where a call is missing", () => {
  const check: StateCheck = { name: "x", check: "state", before: read };
  expect(callProblem(check, write, made("w! r"), true)).toBe("write_file was called 0 times before (1 call refused)");
});

test("a model whose calls are refused has done nothing", async () => {
  const must = [{ name: "updates", check: "state", called: { tool: "task_update" } }];
  const scripted = {
    good: { steps: [{ task_update: { id: 1, status: "completed" } }], prose: "Updated." },
    bad: { breaks: "updates", steps: [] },
  };
  const words = ["--model", "scripted", "--folder", folderOf(smallScenario({ given: {}, must, scripted }))];
  const { code, stdout } = await runMain(...words);
  expect({ code, misfit: stdout.includes("misfit") }).toEqual({ code: 1, misfit: true });
});
