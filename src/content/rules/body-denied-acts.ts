import { type BodyText, bodyTexts, breachIn, sentencesOf, withoutSpeech } from "../bodies/body-text.js";
import { isOrder } from "../bodies/clauses.js";
import { DENIED_ACTS } from "../bodies/denied-acts.js";
import { greetSaying, helperSaying } from "../bodies/example-bodies.js";
import { isForbidden } from "../bodies/forbidden.js";
import { type Content, idOf } from "../content.js";
import { textsMember } from "../peek.js";
import type { Breach, Rule } from "../rule.js";

/** Macros that only Lead may use: an agent neither spawns nor asks the user nor enters a skill. */
const LEADS_MACROS = ["subagent_spawn", "user_question", "skill_activation", "task_register"];

export const deniedActRules: readonly Rule[] = [
  {
    id: "body/denied-act",
    guide: "L08",
    level: "error",
    title:
      "No body asks an agent for an act that its capabilities deny, nor for what is Lead's alone: tasks and talk with the user.",
    reason:
      "The harness refuses the act, and the agent spends its run on the refusal. Only an order counts: a verb at the start of a sentence, an item or a part of one, or behind you must. A clause that forbids the act, or gives it to Lead, asks for nothing and is left alone; what follows its colon is an order again.",
    remedy: "Say what the agent reports instead, or change its capabilities.",
    bad: helperSaying("Procedure", "2. If a case is missing, edit the test file."),
    good: helperSaying("Procedure", "2. If a case is missing, list it under `next`."),
    check: (content) =>
      bodyTexts(content, "agent").flatMap((body) => deniedActs(body, capabilitiesOf(content, body.id))),
  },
  {
    id: "body/denied-macro",
    guide: "L08",
    level: "error",
    title: "No macro in the body of an agent spawns, asks the user, enters a skill or shows tasks.",
    reason: "These acts are Lead's; an agent that could do them would be a second coordinator.",
    remedy: "Let the agent name role or question in its report.",
    bad: helperSaying("Procedure", "{{subagent_spawn target_role=helper prompt=hello}}"),
    good: greetSaying("Procedure", "{{subagent_spawn target_role=helper prompt=hello}}"),
    check: (content) =>
      (content.agents ?? []).flatMap(({ body }) =>
        (body?.macros.macros ?? [])
          .filter(({ primitive }) => LEADS_MACROS.includes(primitive))
          .map(({ primitive, start }) => ({
            file: body?.file ?? "",
            line: body?.macros.positionOf(start).line ?? 1,
            message: `${primitive} is an act of Lead`,
          })),
      ),
  },
];

function capabilitiesOf(content: Content, id: string): readonly string[] {
  const meta = content.agents?.find((agent) => idOf(agent) === id)?.meta;
  return textsMember(meta?.document.value, "capabilities").map(({ text }) => text);
}

function deniedActs(body: BodyText, capabilities: readonly string[]): readonly Breach[] {
  const acts = DENIED_ACTS.filter(
    (act) => act.capabilities.length === 0 || act.capabilities.some((id) => capabilities.includes(id)),
  );
  return body.blocks
    .map((block) => ({ ...block, text: withoutSpeech(block.text) }))
    .flatMap(sentencesOf)
    .flatMap(({ text, offset }) =>
      acts.flatMap(({ pattern, isName, denial, instead }) =>
        [...text.matchAll(pattern)]
          .map(({ 1: act = "", index }) => ({ act, at: index }))
          .filter(({ act, at }) => (isName === true || isOrder(text, at)) && !isForbidden(text, at, at + act.length))
          .map(({ act, at }) => breachIn(body, offset + at, `"${act.replaceAll("`", "")}": ${denial}`, instead)),
      ),
    );
}
