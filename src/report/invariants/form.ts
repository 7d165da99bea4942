import { shortened } from "../../base/json-schema.js";
import { member } from "../../base/members.js";
import { messageOf, TESTER } from "../form/examples.js";
import type { ReportInvariant } from "../form/report-invariant.js";

const good = { message: messageOf(TESTER), expected: { role: "tester", taskId: 4 } };

export const formInvariants: readonly ReportInvariant[] = [
  {
    id: "I1",
    title:
      "A message has one block with the info word nexus-report, and it is JSON of the form schema/nexus-report.schema.json, with known keys only.",
    reason: "Lead reads the block by machine; anything unreadable has to be requested again.",
    remedy: "Send one block that the schema allows.",
    good,
    bad: { ...good, message: messageOf({ ...TESTER, verdcit: "FAIL" }) },
    check: ({ formBreaches }) => formBreaches,
  },
  {
    id: "I2",
    title: "role and task_id are those of the delegation.",
    reason: "A report under another name or number would be recorded for the wrong task.",
    remedy: "Write both as the delegation gave them.",
    good,
    bad: { ...good, message: messageOf({ ...TESTER, task_id: 3 }) },
    *check({ value, expected }) {
      const given = { role: expected.role, task_id: expected.taskId };
      for (const [key, wanted] of Object.entries(given)) {
        const said = member(value, key);
        if (wanted === undefined || said === undefined || said === wanted) continue;
        // A number that could not be read is one fault, and I1 names it.
        if (typeof said === "number" && !Number.isFinite(said)) continue;
        yield {
          pointer: `/${key}`,
          message: `${key} is ${shortened(said, 60)}, and was given as ${JSON.stringify(wanted)}`,
        };
      }
    },
  },
];
