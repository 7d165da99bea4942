import type { HarnessMap } from "../form/harness-map.js";
import type { LifecycleEvent } from "../form/lifecycle-events.js";
import { elementsPart } from "../parts/json-entries.js";
import { programOf } from "./programs.js";

interface NativeHook {
  readonly event: LifecycleEvent;
  /** The harness's own name of the event. */
  readonly native: string;
  /** Which of them: a start by its reason, a tool by its name. */
  readonly matcher?: string;
  /** The answer may hold the body of a skill, which is too long for one hook of some harnesses. */
  readonly isLong?: true;
}

const HOOKS: readonly NativeHook[] = [
  { event: "session_start", native: "SessionStart", matcher: "startup|resume|clear" },
  { event: "context_compact", native: "SessionStart", matcher: "compact", isLong: true },
  { event: "user_message", native: "UserPromptSubmit", isLong: true },
  { event: "agent_spawn", native: "SubagentStart" },
  { event: "agent_complete", native: "SubagentStop" },
  { event: "post_tool_use", native: "PostToolUse" },
  { event: "session_end", native: "SessionEnd" },
];

export interface HookForm {
  /** The target's id, which `nexus-hook --from` takes. */
  readonly from: string;
  /** The path of the hook for the command, where the harness may start it in another folder than the project. */
  readonly program?: (path: string) => string;
  /** The tools that a hook may have to keep from running. */
  readonly gated: string;
  /** Whether a long answer takes two hooks. */
  readonly dividesLong?: boolean;
  /** Further events of this harness. */
  readonly others?: readonly NativeHook[];
}

/** The hooks of a harness that starts a command for each event, in the form of its settings. */
export function hookGroups(form: HookForm, map: HarnessMap): string {
  const { from, program = (path) => path, gated, dividesLong = false, others = [] } = form;
  const all = [...HOOKS, { event: "pre_tool_use", native: "PreToolUse", matcher: gated } as const, ...others];
  const command = `node "${program(programOf("nexus-hook", map))}" --from ${from}`;
  const groups: Record<string, object[]> = {};
  for (const { event, native, matcher, isLong = false } of all) {
    if (map.without?.includes(event) === true) continue;
    const parts = dividesLong && isLong ? [command, `${command} --part 2`] : [command];
    groups[native] ??= [];
    groups[native].push({
      ...(matcher === undefined ? {} : { matcher }),
      hooks: parts.map((each) => ({ type: "command", command: each })),
    });
  }
  return elementsPart("hooks", groups);
}
