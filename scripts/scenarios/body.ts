/** What a run is told at its beginning: the body as a harness would give it, or the one line that stands in for it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadManifest } from "../../src/content/load-manifest.js";
import { packageRoot } from "../../src/package-root.js";
import { expandMacros, type InvocationMap } from "../../src/toolkit/expand-macros.js";
import type { Arm } from "./model.js";
import { partInWords } from "./report-part.js";
import { ownKeyOf, roleOf, type Scenario } from "./scenario.js";

/** The runner offers each act as a tool of the same name. */
const INVOCATIONS: InvocationMap = {
  skill_activation: ({ skill, mode }) =>
    `Call the tool \`skill_activation\` with skill "${skill}"${mode === undefined ? "" : ` and mode "${mode}"`}.`,
  subagent_spawn: ({ target_role, prompt }) =>
    `Call the tool \`subagent_spawn\` with target_role "${target_role}" and this prompt:\n${prompt}`,
  task_register: ({ state }) => `Call the tool \`task_register\` with the label and state "${state}".`,
  user_question: ({ question, options }) =>
    `Call the tool \`user_question\` with the question "${question}" and these options: ${JSON.stringify(options)}`,
};

const manifest = loadManifest();

/** Ids of every agent. */
export const AGENT_IDS: readonly string[] = manifest.agents.map(({ id }) => id);

/** Every body, as `agents/ID` or `skills/ID`. */
export const BODIES: readonly string[] = [
  ...manifest.agents.map(({ id }) => `agents/${id}`),
  ...manifest.skills.map(({ id }) => `skills/${id}`),
];

export function bodyText(body: string): string {
  return readFileSync(join(packageRoot, body, "body.md"), "utf8");
}

/** The system text. Everything behind the first paragraph is the same in both arms. */
export function systemText(scenario: Scenario, arm: Arm): string {
  const { body } = scenario;
  const own =
    arm === "body"
      ? expandMacros(bodyText(body), manifest.vocabulary, INVOCATIONS, `${body}/body.md`).trimEnd()
      : `You are a helpful ${standInRole(body)}.`;
  const form = scenario.form === "hidden" ? [] : [formOf(scenario)];
  return [own, SETTING, ...form].join("\n\n");
}

const SETTING =
  "You work in the folder of a project, through the tools that you are offered and nothing else. Paths are taken from its root. A message without a call of a tool is your last.";

/** Both arms know the form, so that what is compared is the act and not the acquaintance with a format. */
function formOf(scenario: Scenario): string {
  return [
    "Your last message ends with exactly one fenced block with the info word `nexus-report`, which holds one JSON object with these keys:",
    `report (1), role ("${roleOf(scenario)}"), task_id (number or null), status (complete, partial, needs_input or blocked), verdict (${verdictsOf(scenario)}), summary (up to 300 characters), criteria [{criterion, result: pass, fail, unverified or claimed, evidence}], findings [{id, severity: critical, warning or info, where, claim, evidence, action}], checks [{what, how, outcome: passed, failed or not_run}], files {changed, artifacts}, assumptions, questions [{question, why, default, blocking}], not_done, suspect_content [{where, excerpt (up to 120 characters)}], next [{role, why}], attempts [{approach, result}], and "${ownKeyOf(scenario)}" {${partInWords(ownKeyOf(scenario))}}.`,
  ].join("\n");
}

function standInRole(body: string): string {
  return body.startsWith("agents/") ? ownKeyOf({ body }) : "coordinator of a team of agents";
}

function verdictsOf({ body }: Scenario): string {
  const [kind, id = ""] = body.split("/");
  if (kind === "skills") return "null";
  return VERDICTS[id] ?? (HOW.includes(id) ? "approved, approved_with_conditions, revision_required or null" : "null");
}

const VERDICTS: Readonly<Record<string, string>> = {
  tester: "PASS, FAIL or null",
  reviewer: "APPROVED, REVISION_REQUIRED, BLOCKED or null",
};

const HOW: readonly string[] = manifest.agents.filter(({ category }) => category === "how").map(({ id }) => id);
