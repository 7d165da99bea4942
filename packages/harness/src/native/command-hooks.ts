/** Claude Code and Codex start a command for each event, and send it the same JSON. */

import { definedOnly } from "nexus-core/base";
import { manifest } from "../events/manifest.js";
import {
  type LifecycleCall,
  type NativeAnswer,
  type NativeEvent,
  type NativeHarness,
  type Payload,
  textIn,
} from "./native-harness.js";
import { describedUses } from "./tool-use.js";

/** Events whose answer the agent reads. What is said at any other one goes to the user. */
const FOR_THE_AGENT = ["SessionStart", "UserPromptSubmit", "SubagentStart", "PostToolUse"];

export function commandHooks(
  settings: Pick<NativeHarness, "harnessId" | "skillFolders" | "mostCharacters">,
): NativeHarness {
  return { ...settings, eventOf, outputOf };
}

function eventOf(payload: Payload): NativeEvent {
  return { calls: callsOf(payload), session: textIn(payload, "session_id"), started: startedBy(payload) };
}

function callsOf(payload: Payload): readonly LifecycleCall[] {
  const source = textIn(payload, "source");
  const tool = textIn(payload, "tool_name") ?? "unknown";
  // The agents of a plugin have its name before theirs.
  const [id, name] = [textIn(payload, "agent_id"), textIn(payload, "agent_type")?.split(":").at(-1)];
  const agent = definedOnly({ agent_id: id, agent_name: name });
  const uses = () => describedUses(tool, payload["tool_input"], { id, name });
  switch (payload["hook_event_name"]) {
    case "SessionStart": {
      const start: LifecycleCall = { event: "session_start", params: definedOnly({ source }) };
      return source === "compact" ? [start, { event: "context_compact", params: {} }] : [start];
    }
    case "UserPromptSubmit": {
      const message = textIn(payload, "prompt") ?? "";
      // A delegation and the report of a subagent come as prompts too, and tags in them are not the user's.
      const isOfAnAgent = id !== undefined || message.startsWith("<task-notification>");
      return isOfAnAgent ? [] : [{ event: "user_message", params: { message } }];
    }
    case "SubagentStart":
      return id === undefined || name === undefined ? [] : [{ event: "agent_spawn", params: agent }];
    case "SubagentStop": {
      const last_message = textIn(payload, "last_assistant_message");
      return id === undefined
        ? []
        : [{ event: "agent_complete", params: { ...agent, ...definedOnly({ last_message }) } }];
    }
    case "PreToolUse":
      return uses()
        .slice(0, 1)
        .map((params) => ({ event: "pre_tool_use", params }));
    case "PostToolUse":
      return uses().map((params) => ({ event: "post_tool_use", params }));
    case "PostToolUseFailure": {
      const failed = { status: "error", ...definedOnly({ error: textIn(payload, "error") }) };
      return uses().map((params) => ({ event: "post_tool_use", params: { ...params, ...failed } }));
    }
    case "SessionEnd":
      return [{ event: "session_end", params: {} }];
    default:
      return [];
  }
}

/** The user calls a skill by a slash or a dollar sign, and the model by a tool. */
function startedBy(payload: Payload): string | undefined {
  const byModel = textIn(payload, "tool_name") === "Skill" ? textIn(payload["tool_input"], "skill") : undefined;
  const byUser = /^[/$]([\w:-]+)/u.exec(textIn(payload, "prompt") ?? "")?.[1];
  const name = (byModel ?? byUser)?.split(":").at(-1);
  return manifest.skills.some(({ id }) => id === name) ? name : undefined;
}

function outputOf(payload: Payload, { context, denied }: NativeAnswer): object | undefined {
  const hookEventName = String(payload["hook_event_name"]);
  if (denied !== undefined) {
    const permissionDecisionReason = denied;
    return { hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason } };
  }
  if (context === "") return undefined;
  if (!FOR_THE_AGENT.includes(hookEventName)) return { systemMessage: context };
  return { hookSpecificOutput: { hookEventName, additionalContext: context } };
}
