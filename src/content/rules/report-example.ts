import { checkReport } from "../../report/check-report.js";
import { ENGINEER, messageOf } from "../../report/form/examples.js";
import type { ExpectedReport } from "../../report/form/expected-report.js";
import { INFO_WORD, isReportBlock } from "../../report/form/read-block.js";
import { type BodyText, bodyTexts } from "./body-text.js";
import { rolesOf } from "./content-roles.js";
import { agentBody } from "./example-bodies.js";
import type { Breach, Rule } from "./rule.js";

const NO_FILES = { changed: [], artifacts: [] };

const example = (status: string) => ({
  "agents/helper/body.md": agentBody(
    messageOf({ ...ENGINEER, role: "helper", status, files: NO_FILES, engineer: undefined, helper: {} }),
  ),
});

export const reportExample: Rule = {
  id: "body/report-example",
  level: "error",
  title: `A report that a body shows, in a block ${INFO_WORD}, keeps the invariants of the form. The part of a role that the form does not name may have any shape.`,
  reason: "Agents copy the example; a fault in it is repeated in every report.",
  remedy: "Correct the example; nexus-core check-report checks a single block in the same way.",
  bad: example("done"),
  good: example("complete"),
  check: (content) => {
    const known = rolesOf(content);
    return bodyTexts(content).flatMap((body) =>
      body.fences.filter(isReportBlock).flatMap((fence) => exampleBreaches(body, fence, known)),
    );
  },
};

function exampleBreaches(
  body: BodyText,
  { open, close }: BodyText["fences"][number],
  known: ExpectedReport,
): readonly Breach[] {
  const role = body.kind === "skill" ? "lead" : body.id;
  const first = body.lineAt(open);
  return checkReport(body.text.slice(open, close), { ...known, role }).map(
    ({ invariant, line, message, remedy, pointer }) => ({
      file: body.file,
      line: first + line - 1,
      ...(pointer === "" ? {} : { pointer }),
      message: `${invariant}: ${message}`,
      hint: remedy,
    }),
  );
}
