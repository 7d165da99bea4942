/** OpenCode has no commands for its events. The plugin that render writes passes each one on. */

import { definedOnly } from "nexus-core/base";
import type { LifecycleCall, NativeAnswer, NativeHarness, Payload } from "./native-harness.js";
import { textIn } from "./native-harness.js";
import { describedUses } from "./tool-use.js";

export const opencode: NativeHarness = {
  harnessId: "opencode",
  skillFolders: [".opencode/skills", ".claude/skills", ".agents/skills"],

  eventOf: (payload) => ({
    calls: callsOf(payload),
    session: textIn(payload, "session_id"),
    started: textIn(payload, "tool") === "skill" ? textIn(payload["args"], "name") : undefined,
  }),

  outputOf: (_, { context, denied }: NativeAnswer) =>
    context === "" && denied === undefined ? undefined : { context, ...definedOnly({ denied }) },
};

function callsOf(payload: Payload): readonly LifecycleCall[] {
  const [id, name] = [textIn(payload, "agent_id"), textIn(payload, "agent_name")];
  const agent = definedOnly({ agent_id: id, agent_name: name });
  const uses = () => describedUses(textIn(payload, "tool") ?? "unknown", payload["args"], { id, name });
  switch (payload["event"]) {
    case "session.created":
      return [{ event: "session_start", params: {} }];
    case "chat.message":
      return [{ event: "user_message", params: { message: textIn(payload, "text") ?? "" } }];
    case "subagent.created":
      return id === undefined || name === undefined ? [] : [{ event: "agent_spawn", params: agent }];
    case "subagent.idle":
      return id === undefined ? [] : [{ event: "agent_complete", params: agent }];
    case "tool.execute.before":
      return uses().map((params) => ({ event: "pre_tool_use", params }));
    case "tool.execute.after":
      return uses().map((params) => ({ event: "post_tool_use", params }));
    case "session.compacting":
      return [{ event: "context_compact", params: {} }];
    case "session.deleted":
      return [{ event: "session_end", params: {} }];
    default:
      return [];
  }
}
