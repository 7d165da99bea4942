import { textMember } from "../../peek.js";
import { ENGINEER, messageOf } from "../examples.js";
import { withoutQuotations } from "../message-prose.js";
import type { ReportInvariant } from "../report-invariant.js";
import { successClaims } from "../success-words.js";

const PARTIAL = { ...ENGINEER, status: "partial", summary: "Retry stops after three attempts; the help text is open." };

export const proseInvariants: readonly ReportInvariant[] = [
  {
    id: "I13",
    title: "Neither prose nor summary claims success while the status is not complete.",
    reason: "Readers believe the first sentence, and the status below it comes too late.",
    remedy: "Say what holds and what does not, in place of the word.",
    good: { message: messageOf(PARTIAL, "The retry limit holds, the help text is not done.") },
    bad: { message: messageOf(PARTIAL, "All good: the retry limit holds.") },
    *check({ value, prose }) {
      const status = textMember(value, "status");
      if (status === undefined || status === "complete") return;
      const but = `the status is ${status}, and the`;
      for (const { offset, word } of successClaims(prose)) {
        yield { pointer: "", offset, message: `${but} prose says "${word}"` };
      }
      for (const { word } of successClaims(withoutQuotations(textMember(value, "summary") ?? ""))) {
        yield { pointer: "/summary", message: `${but} summary says "${word}"` };
      }
    },
  },
];
