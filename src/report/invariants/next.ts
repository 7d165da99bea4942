import { show } from "../../base/json-schema.js";
import { textMember } from "../../base/members.js";
import { didYouMean } from "../../base/nearest.js";
import { messageOf, TESTER } from "../form/examples.js";
import type { ReportInvariant } from "../form/report-invariant.js";
import { rowsOf } from "../form/report-subject.js";

export const nextInvariants: readonly ReportInvariant[] = [
  {
    id: "I12",
    title: "next names agents that exist, and never the one that reports.",
    reason: "Lead cannot spawn a role that does not exist, and a role that asks for itself has not finished.",
    remedy: "Name the id of another agent, or leave the row out.",
    good: { message: messageOf(TESTER) },
    bad: { message: messageOf({ ...TESTER, next: [{ role: "tester", why: "F1" }] }) },
    *check({ value, agents, agent }) {
      const own = agent?.id ?? textMember(value, "role");
      for (const { pointer, text } of rowsOf(value, "next")) {
        const role = text("role");
        const place = `${pointer}/role`;
        if (role === own) {
          yield { pointer: place, message: `${show(role)} is the role that reports` };
        } else if (!agents.some(({ id }) => id === role)) {
          const hint = didYouMean(
            role,
            agents.map(({ id }) => id),
          );
          yield { pointer: place, message: `there is no agent ${show(role)}`, hint };
        }
      }
    },
  },
];
