import { type BodyText, bodyTexts, breachIn } from "../bodies/body-text.js";
import { agentBody } from "../bodies/example-bodies.js";
import { type Content, idOf } from "../content.js";
import type { Fence } from "../fences.js";
import { textMember, textsMember } from "../peek.js";
import { checkReport } from "../report/check-report.js";
import { INFO_WORD } from "../report/read-block.js";
import { REPORT_ROLES, type ReportAgent } from "../report/roles.js";
import type { Breach, Rule } from "../rule.js";

const SKILLS_WITH_A_PART = ["nx-setup", "nx-init", "nx-plan", "nx-run", "nx-sync"];

export const reportRules: readonly Rule[] = [
  {
    id: "body/report-example",
    guide: "L10",
    level: "error",
    title: `A body shows the report of its role once, in a block ${INFO_WORD} that keeps the invariants of the form. Where the form has no part for a role, the block is a JSON object that names one.`,
    reason: "Agents copy the example; a fault in it comes back with every report.",
    remedy: "Mend the example; nexus-core check-report says the same of a block alone.",
    bad: { "agents/helper/body.md": agentBody().replace('"role": "helper"', '"role": helper') },
    good: { "agents/helper/body.md": agentBody() },
    check: (content) => bodyTexts(content).flatMap((body) => exampleBreaches(body, agentsOf(content))),
  },
];

function exampleBreaches(body: BodyText, agents: readonly ReportAgent[]): readonly Breach[] {
  const [example, ...others] = body.fences.filter(({ infoWord }) => infoWord === INFO_WORD);
  if (example === undefined) return [breachIn(body, 0, `no block ${INFO_WORD} shows the report`)];
  const second = others.map(({ start }) => breachIn(body, start, "this is a second report, and one alone is copied"));
  const role = body.kind === "skill" ? "lead" : body.id;
  if (!hasPart(body)) return [...second, ...roughly(body, example)];
  const found = checkReport(body.text.slice(example.open, example.close), { role, agents });
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

function hasPart({ kind, id }: BodyText): boolean {
  return kind === "skill" ? SKILLS_WITH_A_PART.includes(id) : REPORT_ROLES.some((role) => role === id);
}

function roughly(body: BodyText, { start, end }: Fence): readonly Breach[] {
  let value: unknown;
  try {
    value = JSON.parse(body.text.slice(start, end));
  } catch {
    return [breachIn(body, start, "the example is no JSON")];
  }
  return textMember(value, "role") === undefined ? [breachIn(body, start, "the example names no role")] : [];
}

function agentsOf({ agents = [] }: Content): readonly ReportAgent[] {
  return agents.map((agent) => ({
    id: idOf(agent),
    category: textMember(agent.meta?.document.value, "category") ?? "",
    capabilities: textsMember(agent.meta?.document.value, "capabilities").map(({ text }) => text),
  }));
}
