import type { HarnessMap } from "../form/harness-map.js";
import type { LifecycleEvent } from "../form/lifecycle-events.js";
import { programOf } from "./programs.js";

/** By lifecycle event what the plugin sends to nexus-hook for it. */
const SENT: Readonly<Record<LifecycleEvent, string>> = {
  session_start: "session.created",
  user_message: "chat.message",
  agent_spawn: "subagent.created",
  agent_complete: "subagent.idle",
  pre_tool_use: "tool.execute.before",
  post_tool_use: "tool.execute.after",
  context_compact: "session.compacting",
  session_end: "session.deleted",
};

/** A plugin for OpenCode, which has no commands for its events: it passes each of them on to nexus-hook. */
export function opencodePlugin(map: HarnessMap): string {
  const wanted = Object.entries(SENT).flatMap(([event, sent]) => (map.without?.includes(event) === true ? [] : [sent]));
  const list = (texts: readonly string[]) => texts.map((text) => `  ${JSON.stringify(text)},\n`).join("");
  return PLUGIN.replace("HOOK_PATH", JSON.stringify(programOf("nexus-hook", map))).replace("WANTED\n", list(wanted));
}

const PLUGIN = `// Written by nexus-core render --with cycle. It passes the events of OpenCode on to nexus-hook.
import { spawn } from "node:child_process";

const HOOK = HOOK_PATH;
const EVENTS = [
WANTED
];

export const Nexus = async ({ directory }) => {
  // The role of each session that another one has started; undefined until its first message.
  const roles = new Map();

  const tell = (event, sessionID, more) =>
    new Promise((resolve) => {
      if (!EVENTS.includes(event)) return resolve({});
      const role = roles.get(sessionID);
      const agent = role === undefined ? {} : { agent_id: sessionID, agent_name: role };
      const child = spawn("node", [HOOK, "--from", "opencode"], { cwd: directory, stdio: ["pipe", "pipe", "ignore"] });
      let printed = "";
      child.stdout.on("data", (piece) => {
        printed += piece;
      });
      // When the hook fails, the tool works as it does without this plugin.
      child.on("error", () => resolve({}));
      child.stdin.on("error", () => {});
      child.on("close", (code) => resolve(code === 0 && printed !== "" ? JSON.parse(printed) : {}));
      child.stdin.end(JSON.stringify({ event, session_id: sessionID, ...agent, ...more }));
    });

  return {
    event: async ({ event: { type, properties } }) => {
      if (type === "session.created") {
        const { id, parentID } = properties.info;
        if (parentID === undefined) await tell(type, id);
        else roles.set(id, undefined);
      }
      if (type === "session.idle" && roles.get(properties.sessionID) !== undefined)
        await tell("subagent.idle", properties.sessionID);
      if (type === "session.deleted" && !roles.has(properties.info.id)) await tell(type, properties.info.id);
    },

    "chat.message": async ({ sessionID }, { message, parts }) => {
      const isSubagent = roles.has(sessionID);
      const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\\n");
      const isNew = isSubagent && roles.get(sessionID) === undefined;
      if (isSubagent) roles.set(sessionID, message.agent);
      if (isSubagent && !isNew) return;
      const { context } = await tell(isSubagent ? "subagent.created" : "chat.message", sessionID, { text });
      const last = parts.findLast((part) => part.type === "text");
      if (context && last) parts.push({ ...last, id: last.id + "nexus", text: context, synthetic: true });
    },

    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      const { denied } = await tell("tool.execute.before", sessionID, { tool, args });
      if (denied) throw new Error(denied);
    },

    "tool.execute.after": async ({ tool, sessionID, args }) => {
      await tell("tool.execute.after", sessionID, { tool, args });
    },

    "experimental.session.compacting": async ({ sessionID }, output) => {
      const { context } = await tell("session.compacting", sessionID);
      if (context) output.context.push(context);
    },
  };
};
`;
