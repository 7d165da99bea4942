import { expect, test } from "vitest";
import { decideIssueFor } from "./decide-issue-for.js";

const one = [{ id: 3, title: "Cache" }];
const two = [
  { id: 1, title: "Layout" },
  { id: 3, title: "Cache" },
];

test.each([
  ["the only pending issue", "keep it", one, { issue_id: 3, decision: "keep it" }],
  ["the issue whose number leads", "3: keep it", two, { issue_id: 3, decision: "keep it" }],
  ["a number with blanks around its colon", " 1 :keep it\nall ", two, { issue_id: 1, decision: "keep it\nall" }],
  [
    "the only one, when a digit follows the colon",
    "16:9 everywhere",
    one,
    { issue_id: 3, decision: "16:9 everywhere" },
  ],
  ["the only one, when no colon follows the number", "3 retries", one, { issue_id: 3, decision: "3 retries" }],
])("[d] decides %s", (_, text, pending, expected) => {
  expect(decideIssueFor(text, pending)).toEqual(expected);
});

test.each([
  ["keep it", two, "NXC_DECISION_ISSUE", '[d] names no issue. The pending issues are 1 "Layout", 3 "Cache"'],
  ["2: keep it", two, "NXC_DECISION_ISSUE", 'issue 2 is not pending. The pending issues are 1 "Layout", 3 "Cache"'],
  ["2: keep it", one, "NXC_DECISION_ISSUE", 'issue 2 is not pending. The pending issues are 3 "Cache"'],
  ["keep it", [], "NXC_DECISION_NONE_PENDING", "no issue of the plan is pending"],
  ["  ", one, "NXC_DECISION_EMPTY", "[d] contains no decision"],
  ["3: ", one, "NXC_DECISION_EMPTY", "[d] contains no decision"],
])("%j decides nothing and says why", (text, pending, code, message) => {
  expect(() => decideIssueFor(text, pending)).toThrow(expect.objectContaining({ code, message }));
});
