/** From the payload of a real harness to the contract's events, and from their answers to what the harness reads. */

import { activateSkill } from "nexus-core/toolkit";
import type { SkillText } from "../events/event.js";
import { manifest } from "../events/manifest.js";
import type { Activation } from "../generated/contract.js";
import type { EventName, EventTypes } from "../generated/register.js";
import { activeSkill, rememberSkill } from "./active-skill.js";
import { inlineAction } from "./inline-actions.js";
import type { LifecycleCall, NativeHarness, Payload, StartedSkill } from "./native-harness.js";
import { renderedSkill } from "./rendered-skill.js";

/** Into how many hooks `nexus-core render` divides an event whose text may be too long for one. */
const PARTS = 2;

export interface NativeHookOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly harnessId: string;
  /** Which part of a text that is too long for one hook, from 1. */
  readonly part: number;
  /** Opens the harness that takes the events. */
  readonly open: (skillText: SkillText) => {
    emit(event: EventName, params: object): Promise<Answer>;
  };
}

type Answer = EventTypes[EventName]["answer"];

/**
 * @returns one JSON object in a line, or an empty text where there is nothing to say
 * @throws ToolError for a payload whose values the events refuse
 */
export async function nativeAnswer(
  native: NativeHarness,
  payload: Payload,
  { root, harnessId, part, open }: NativeHookOptions,
): Promise<string> {
  const { calls, session = "", started } = native.eventOf(payload);
  const harness = open((id, mode) => skillText(native, root, id, mode));
  const known = activeSkill(root, harnessId, session);
  const answers: Answer[] = [];
  // Events that write are sent once, by the process of the first part.
  const sent = part === 1 ? calls : calls.filter(({ event }) => READS.includes(event));
  for (const call of sent) answers.push(await harness.emit(call.event, withSkill(call, known)));
  const skill = skillOf(answers) ?? (started === undefined ? undefined : { id: started });
  if (skill !== undefined && part === 1) rememberSkill(root, harnessId, session, skill);
  const actions = activationsIn(answers).map(inlineAction);
  const context = [...answers.flatMap((answer) => [answer.context, ...answer.warnings]), ...actions];
  const parts = partsOf(context.filter((text) => text !== "").join("\n\n"), native.mostCharacters);
  const denied = answers.find((answer) => "decision" in answer && answer.decision === "block");
  const output = native.outputOf(payload, {
    context: parts[part - 1] ?? "",
    denied: denied !== undefined && "reason" in denied ? denied.reason : undefined,
  });
  return output === undefined ? "" : `${JSON.stringify(output)}\n`;
}

const READS: readonly string[] = ["user_message", "context_compact"];

/** The event with the skill that is active, where it asks for one. */
function withSkill({ event, params }: LifecycleCall, skill: StartedSkill | undefined): object {
  if (skill === undefined) return params;
  if (event === "context_compact") return { ...params, active_skill: skill };
  return event === "pre_tool_use" ? { ...params, activity: skill.id } : params;
}

function activationsIn(answers: readonly Answer[]): readonly Activation[] {
  return answers.flatMap((answer) => ("activations" in answer ? answer.activations : []));
}

/** The last skill that a message asks for, because it takes the place of the others. */
function skillOf(answers: readonly Answer[]): StartedSkill | undefined {
  const last = activationsIn(answers).findLast(({ type }) => type === "skill");
  if (last?.skill === undefined) return undefined;
  return { id: last.skill, ...(last.mode === undefined ? {} : { mode: last.mode }) };
}

function skillText(native: NativeHarness, root: string, id: string, mode: string | undefined): string {
  // Of a plugin, the harness tells the folder in this variable.
  const plugin = process.env["CLAUDE_PLUGIN_ROOT"];
  const rendered =
    plugin === undefined ? renderedSkill(root, id, native.skillFolders) : renderedSkill(plugin, id, ["skills"]);
  return activateSkill(manifest, id, {
    ...(mode === undefined ? {} : { mode }),
    ...(rendered === undefined ? {} : { body: `Its folder is \`${rendered.folder}\`.\n\n${rendered.body.trim()}` }),
  });
}

/**
 * The text in parts between paragraphs, each short enough for one hook. The last one has the rest, however long. The
 * harness may show them in any order.
 */
function partsOf(text: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  if (text.length <= most) return [text];
  const paragraphs = text.split("\n\n");
  const heading = (part: number) => `[Part ${part} of ${PARTS} of one text]`;
  const room = most - heading(1).length - 2;
  let [length, end] = [0, 0];
  while (end < paragraphs.length && length + (paragraphs[end]?.length ?? 0) <= room) {
    length += (paragraphs[end]?.length ?? 0) + 2;
    end += 1;
  }
  return [paragraphs.slice(0, end), paragraphs.slice(end)].map((part, index) =>
    [heading(index + 1), ...part].join("\n\n"),
  );
}
