import type { HarnessMap } from "../form/harness-map.js";
import type { LifecycleEvent } from "../form/lifecycle-events.js";
import { programOf } from "./programs.js";

/** A plugin for OpenCode, which has no commands for its events: it passes each of them on to nexus-hook. */
export function opencodePlugin(map: HarnessMap): string {
  const isWanted = (event: LifecycleEvent) => map.without?.includes(event) !== true;
  const handlers = [
    // Also tells which sessions are those of subagents.
    EVENT,
    ...(isWanted("user_message") || isWanted("agent_spawn") ? [MESSAGE] : []),
    ...(isWanted("pre_tool_use") ? [BEFORE] : []),
    ...(isWanted("post_tool_use") ? [AFTER] : []),
    ...(isWanted("context_compact") ? [COMPACTING] : []),
  ];
  return `${START.replace("HOOK_PATH", JSON.stringify(programOf("nexus-hook", map)))}${handlers.join("")}  };\n};\n`;
}

const START = `// Written by nexus-core render --with cycle. It passes the events of OpenCode on to nexus-hook.
import { spawn } from "node:child_process";

const HOOK = HOOK_PATH;

export const Nexus = async ({ directory }) => {
  // The role of each session that another one has started; undefined until its first message.
  const roles = new Map();

  const tell = (event, sessionID, more) =>
    new Promise((resolve) => {
      const role = roles.get(sessionID);
      const agent = role === undefined ? {} : { agent_id: sessionID, agent_name: role };
      const child = spawn("node", [HOOK, "--from", "opencode"], { cwd: directory, stdio: ["pipe", "pipe", "ignore"] });
      let printed = "";
      child.stdout.on("data", (piece) => {
        printed += piece;
      });
      // Without the package, the tool works as it does without this plugin.
      child.on("error", () => resolve({}));
      child.stdin.on("error", () => {});
      child.on("close", () => resolve(printed === "" ? {} : JSON.parse(printed)));
      child.stdin.end(JSON.stringify({ event, session_id: sessionID, ...agent, ...more }));
    });

  return {
`;

const EVENT = `    event: async ({ event: { type, properties } }) => {
      if (type === "session.created") {
        const { id, parentID } = properties.info;
        if (parentID === undefined) await tell(type, id);
        else roles.set(id, undefined);
      }
      if (type === "session.idle" && roles.get(properties.sessionID) !== undefined)
        await tell("subagent.idle", properties.sessionID);
      if (type === "session.deleted" && !roles.has(properties.info.id)) await tell(type, properties.info.id);
    },

`;

const MESSAGE = `    "chat.message": async ({ sessionID }, { message, parts }) => {
      const isSubagent = roles.has(sessionID);
      const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\\n");
      const isNew = isSubagent && roles.get(sessionID) === undefined;
      if (isSubagent) roles.set(sessionID, message.agent);
      if (isSubagent && !isNew) return;
      const { context } = await tell(isSubagent ? "subagent.created" : "chat.message", sessionID, { text });
      const last = parts.findLast((part) => part.type === "text");
      if (context && last) parts.push({ ...last, id: last.id + "nexus", text: context, synthetic: true });
    },

`;

const BEFORE = `    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      const { denied } = await tell("tool.execute.before", sessionID, { tool, args });
      if (denied) throw new Error(denied);
    },

`;

const AFTER = `    "tool.execute.after": async ({ tool, sessionID, args }) => {
      await tell("tool.execute.after", sessionID, { tool, args });
    },

`;

const COMPACTING = `    "experimental.session.compacting": async ({ sessionID }, output) => {
      const { context } = await tell("session.compacting", sessionID);
      if (context) output.context.push(context);
    },

`;
