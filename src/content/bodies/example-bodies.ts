/**
 * Bodies for the examples of rules and for tests: the shortest that keep every rule. Their own lines are short, so that
 * two of them share no run of words outside the snippets.
 */
import type { DefinitionKind } from "../content.js";
import { SKELETON } from "./skeleton.js";
import { SNIPPETS } from "./snippets.js";

type Sections = Readonly<Record<string, string>>;

const snippet = (name: string): string => SNIPPETS.find((candidate) => candidate.name === name)?.text ?? "";

/** Lines that bring an agent to the least number of words: a short body is a finding of its own. */
const CASES = Array.from({ length: 42 }, (_, index) => `- Case ${index + 1}: open it and look.`).join("\n");

const ASK = [
  "- When it is gone, ask; default: none.",
  "- When two differ, ask; default: both.",
  "- When it is late, ask; default: stop.",
].join("\n");

/** A report in the common fields, with a part that the form does not name. */
function exampleOf(role: string, part: string): string {
  const report = `{ "report": 1, "role": "${role}", "task_id": null, "status": "complete", "verdict": null,
"summary": "It is as it should be.", "criteria": [], "findings": [], "checks": [],
"files": { "changed": [], "artifacts": [] }, "assumptions": [], "questions": [], "not_done": [],
"suspect_content": [], "next": [], "${part}": {} }`;
  return `Say what came out.\n\n\`\`\`nexus-report\n${report}\n\`\`\``;
}

const AGENT: Sections = {
  Role: "You help.",
  Constraints: `${snippet("trust")}\n\n${snippet("lead")}\n\n- Mask secrets.`,
  Decides: "Nothing alone.",
  "Works from": snippet("supply"),
  Procedure: "1. Open the task. Done when it is clear.",
  Judgement: CASES,
  Evidence: "- A place that was opened.",
  "Stop and ask": `${snippet("ask")}\n\n${ASK}\n\n${snippet("stuck")}`,
  Report: `${snippet("form")}\n\n${exampleOf("helper", "helper")}\n\n${snippet("values")}`,
};

const SKILL: Sections = {
  Role: "You, Lead, greet the user.",
  Constraints: `${snippet("trust")}\n\n- Mask secrets.`,
  When: "- Somebody came in.",
  State: "Calls no operation.",
  Procedure: "1. **Greet.** Exit: it is said.",
  "Stop and ask": ASK,
  Report: `${exampleOf("lead", "greet").replace("Say what came out.", "Say whom you greeted.")}\n\n${snippet("values")}`,
};

/**
 * A body of this kind.
 * @param extra put behind the first section
 * @param sections put in the place of the sections of these names
 */
function exampleBody(kind: DefinitionKind, base: Sections, extra: string, sections: Sections): string {
  const parts = SKELETON[kind].map((title) => `## ${title}\n\n${sections[title] ?? base[title] ?? ""}\n`);
  const [first = "", ...rest] = parts;
  return [first, ...(extra === "" ? [] : [`${extra.trimEnd()}\n`]), ...rest].join("\n");
}

/** The body of an agent; its report is that of `id`. */
export function agentBody(extra = "", sections: Sections = {}, id = "helper"): string {
  return exampleBody("agent", AGENT, extra, sections).replaceAll('"helper"', `"${id}"`);
}

export function skillBody(extra = "", sections: Sections = {}): string {
  return exampleBody("skill", SKILL, extra, sections);
}

/** The helper of the minimal content with these words in one section, behind what stands there. */
export function helperSaying(title: keyof typeof AGENT & string, words: string): Readonly<Record<string, string>> {
  return { "agents/helper/body.md": agentBody("", { [title]: `${AGENT[title] ?? ""}\n\n${words}` }) };
}

/** The same for the skill that greets. */
export function greetSaying(title: keyof typeof SKILL & string, words: string): Readonly<Record<string, string>> {
  return { "skills/greet/body.md": skillBody("", { [title]: `${SKILL[title] ?? ""}\n\n${words}` }) };
}
