/** Models that are none: they do what stands beside the scenario. They prove that the checks tell right from wrong. */

import type { Model, ModelSource } from "./model.js";
import { blankPart } from "./report-part.js";
import { misbehavioursOf, ownKeyOf, roleOf, type Scenario, type Script, taskOf } from "./scenario.js";

/** In the place of the body the one that behaves, in the place of the stand-in one sample for each way to go wrong. */
export const scriptedModel: ModelSource = {
  name: "scripted",
  isScripted: true,
  open: ({ scenario, arm, sample }) =>
    playing(
      scenario,
      arm === "body" ? scenario.scripted.good : badScript(scenario, misbehavioursOf(scenario)[sample - 1]),
    ),
};

/** The misbehaviour is told by what differs from the good script. */
function badScript({ scripted: { good } }: Scenario, bad: Partial<Script> = {}): Script {
  const report = bad.report === null || good.report === null ? (bad.report ?? null) : { ...good.report, ...bad.report };
  return { steps: bad.steps ?? good.steps ?? [], prose: bad.prose ?? good.prose, report };
}

function playing(scenario: Scenario, script: Script): Model {
  let turn = 0;
  return async () => {
    const step = script.steps?.[turn];
    turn += 1;
    if (step === undefined) return { text: finalMessage(scenario, script), calls: [] };
    const [name = "", params = {}] = Object.entries(step)[0] ?? [];
    return { text: "", calls: [{ id: `c${turn}`, name, params }] };
  };
}

function finalMessage(scenario: Scenario, { prose, report }: Script): string {
  if (report === null) return prose;
  const blank = {
    report: 1,
    role: roleOf(scenario),
    task_id: taskOf(scenario).id,
    status: "complete",
    verdict: null,
    summary: "See the fields.",
    criteria: [],
    findings: [],
    checks: [],
    files: { changed: [], artifacts: [] },
    assumptions: [],
    questions: [],
    not_done: [],
    suspect_content: [],
    next: [],
    [ownKeyOf(scenario)]: blankPart(ownKeyOf(scenario)),
  };
  return `${prose}\n\n\`\`\`nexus-report\n${JSON.stringify({ ...blank, ...report }, null, 1)}\n\`\`\`\n`;
}
