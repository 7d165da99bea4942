import { expect, test } from "vitest";
import type { Case } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";
import { parseBaseline } from "./baseline.js";
import { NEW_BASELINE, updateBaseline } from "./update-baseline.js";

function result(id: string, status: "passed" | "failed", steps = 1): CaseResult {
  const testCase = { id, steps: Array.from({ length: steps }) } as unknown as Case;
  const failures = status === "failed" ? [{ code: "NXC_CASE_RETURN" as const, message: "wrong", step: steps - 1 }] : [];
  return { case: testCase, status, durationMs: 1, failures, blocked: [], notes: [], worked: new Set() };
}

function update(text: string, ...results: readonly CaseResult[]) {
  return updateBaseline(text, parseBaseline(text, "known.yml", "2026-01-01"), results);
}

const HAND_WRITTEN = `# What we know. Ask Ada before you add to it.
flaky:
  # the clock of the build machine
  - case: tick_tock
    reason: >
      depends on

      # not a comment
      the hour
    issue: https://example.com/1   # open since May

failing:
  # from the first release
  - {case: first_one, reason: "late"}
  - case: second_one  # soon
    reason: 'never written'
  # still true

  - case: third_one
    reason: x
# the end
`;

test("new failures are added after the old ones, and everything else stays unchanged", () => {
  const { text, added, dropped } = update(
    HAND_WRITTEN,
    result("first_one", "failed"),
    result("second_one", "passed"),
    result("tick_tock", "passed"),
    result("fourth_one", "failed"),
    result("fifth_one", "failed", 3),
  );
  expect({ added, dropped }).toEqual({ added: ["fourth_one", "fifth_one"], dropped: ["second_one"] });
  expect(text).toBe(
    HAND_WRITTEN.replace("  - case: second_one  # soon\n    reason: 'never written'\n", "").replace(
      "    reason: x\n",
      `    reason: x
  - case: fourth_one
    reason: "TODO: say why it fails"
  - case: fifth_one
    step: 2
    reason: "TODO: say why it fails"
`,
    ),
  );
});

test.each([
  ["a new file", NEW_BASELINE, `${NEW_BASELINE}failing:\n`],
  ["an empty list", "failing: [] # none\nflaky: []\n", "failing: # none\n"],
  ["a list without entries", "failing:\n", "failing:\n"],
  ["a file with the other list only", "flaky: []\n", "flaky: []\nfailing:\n"],
])("%s gets its first entry", (_, before, start) => {
  const { text } = update(before, result("0x10", "failed"));
  expect(text.startsWith(`${start}  - case: "0x10"\n    reason: "TODO`)).toBe(true);
});

test("the last entry can be dropped, and the file stays valid", () => {
  const { text } = update("failing:\n- case: only_one\n  reason: x\n", result("only_one", "passed"));
  expect(text).toBe("failing:\n");
});

test("a list on one line is refused instead of damaged", () => {
  const text = "failing: [{ case: a, reason: x }, { case: b, reason: y }]\n";
  expect(() => update(text, result("a", "passed"))).toThrow("cannot be edited one by one");
  expect(() => update(text, result("new_one", "failed"))).toThrow("cannot be edited one by one");
});

test("entries of cases that did not run stay, and a second update changes nothing", () => {
  const once = update(HAND_WRITTEN, result("fourth_one", "failed"));
  expect(update(once.text, result("fourth_one", "failed"))).toEqual({ text: once.text, added: [], dropped: [] });
});
