import { type BodyText, bodyTexts, breachIn } from "../bodies/body-text.js";
import { agentBody } from "../bodies/example-bodies.js";
import { secondReports } from "../bodies/second-report.js";
import { checkReport } from "../report/check-report.js";
import { rolesOf } from "../report/content-roles.js";
import { INFO_WORD, isReportBlock } from "../report/read-block.js";
import type { ExpectedReport } from "../report/report-subject.js";
import type { Breach, Rule } from "../rule.js";

export const reportRules: readonly Rule[] = [
  {
    id: "body/report-example",
    guide: "L10",
    level: "error",
    title: `A body shows the report of its role once, in a block ${INFO_WORD} that keeps the invariants of the form, and no other form beside it. The part of a role that the form does not name may have any shape.`,
    reason:
      "Agents copy the example; a fault in it comes back with every report. Where two forms stand, half of the reports come in the one that nothing reads.",
    remedy: "Mend the example; nexus-core check-report says the same of a block alone.",
    bad: { "agents/helper/body.md": agentBody().replace('"status": "complete"', '"status": "done"') },
    good: { "agents/helper/body.md": agentBody() },
    check: (content) => bodyTexts(content).flatMap((body) => exampleBreaches(body, rolesOf(content))),
  },
];

const ONE_FORM = `Keep the block ${INFO_WORD} alone, and say of its members what they hold in a sentence.`;

function exampleBreaches(body: BodyText, known: ExpectedReport): readonly Breach[] {
  const second = secondReports(body).map(({ offset, message }) => breachIn(body, offset, message, ONE_FORM));
  const example = body.fences.find(isReportBlock);
  if (example === undefined) return [breachIn(body, 0, `no block ${INFO_WORD} shows the report`), ...second];
  const role = body.kind === "skill" ? "lead" : body.id;
  const found = checkReport(body.text.slice(example.open, example.close), { ...known, role });
  const first = body.lineAt(example.open);
  return [
    ...second,
    ...found.map(({ invariant, line, message, remedy, pointer }) => ({
      file: body.file,
      line: first + line - 1,
      ...(pointer === "" ? {} : { pointer }),
      message: `${invariant}: ${message}`,
      hint: remedy,
    })),
  ];
}
