import { show } from "../../base/json-schema.js";
import { listMember, textMember } from "../../base/members.js";
import { ENGINEER, messageOf, TESTER } from "../form/examples.js";
import type { ReportInvariant } from "../form/report-invariant.js";
import { blockingQuestions, rowsOf } from "../form/report-subject.js";

const question = { question: "Should waits grow?", why: "acceptance is silent", default: "constant", blocking: false };
const failedCheck = {
  what: "third failure",
  how: "ran the command against a failing stub",
  outcome: "failed",
} as const;
const ASKING = {
  ...ENGINEER,
  status: "needs_input",
  summary: "Waits between attempts are open.",
  questions: [{ ...question, blocking: true }],
};
const STUCK = {
  ...ENGINEER,
  status: "blocked",
  summary: "The build tool is missing.",
  attempts: [{ approach: "project build command", result: "tool not found" }],
};

const statusOf = (value: unknown) => textMember(value, "status");

export const statusInvariants: readonly ReportInvariant[] = [
  {
    id: "I7",
    title:
      "Work that is complete has no blocking question, and where a check failed, it has a finding, a criterion that did not pass, or an entry of not_done.",
    reason: "A failed check without an explanation is a fault that passes as complete work.",
    remedy: "Explain it in findings, criteria or not_done, or write partial.",
    good: { message: messageOf({ ...TESTER, checks: [failedCheck] }) },
    bad: { message: messageOf({ ...ENGINEER, checks: [failedCheck] }) },
    *check({ value }) {
      if (statusOf(value) !== "complete") return;
      for (const { pointer, text } of blockingQuestions(value)) {
        const message = `the status is complete, and the question ${show(text("question"))} blocks`;
        yield { pointer, message, hint: "Write needs_input, or say under default what holds without an answer." };
      }
      const explanations = explanationsOf(value);
      for (const { pointer, text } of rowsOf(value, "checks")) {
        if (text("outcome") !== "failed" || explanations.length > 0) continue;
        yield {
          pointer,
          message: `the status is complete, and the check ${show(text("what"))} failed without an explanation`,
        };
      }
    },
  },
  {
    id: "I8",
    title: "needs_input comes with a blocking question.",
    reason: "Without a question, the input cannot be given.",
    remedy: "Ask, with why and default, and mark what blocks.",
    good: { message: messageOf(ASKING) },
    bad: { message: messageOf({ ...ASKING, questions: [question] }) },
    *check({ value }) {
      if (statusOf(value) !== "needs_input" || blockingQuestions(value).length > 0) return;
      yield { pointer: "/status", message: "the status is needs_input, and no question blocks" };
    },
  },
  {
    id: "I9",
    title: "blocked comes with the attempts that failed.",
    reason: "The next agent would otherwise try the same again.",
    remedy: "List under attempts what was tried and what came of it.",
    good: { message: messageOf(STUCK) },
    bad: { message: messageOf({ ...STUCK, attempts: [] }) },
    *check({ value }) {
      if (statusOf(value) !== "blocked" || listMember(value, "attempts").length > 0) return;
      yield { pointer: "/status", message: "the status is blocked, and no attempt is listed" };
    },
  },
];

/** Rows that may explain a failed check. Whether they do is for the reader to judge. */
function explanationsOf(value: unknown): readonly unknown[] {
  const open = rowsOf(value, "criteria").filter(({ text }) => ["fail", "unverified"].includes(text("result")));
  return [...listMember(value, "findings"), ...open, ...listMember(value, "not_done")];
}
