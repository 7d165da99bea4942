// A counter behind the adapter protocol that misbehaves on command: node lines.mjs HOW. Only the tool
// `read` misbehaves, unless HOW names the start or the end.
import { createInterface } from "node:readline";
import { counterIn } from "./counter.mjs";
import { hang } from "./hang.mjs";
import { child, how, ignoreEnd, PROCESS_MISDEEDS } from "./process-misdeeds.mjs";

const line = (message) => `${JSON.stringify(message)}\n`;
const say = (message) => process.stdout.write(line(message));

const MISDEEDS = {
  "answers a megabyte": (id) => say({ id, result: "x".repeat(1024 * 1024) }),
  "answers another call's id": (id) => say({ id: id + 40, result: { total: 0 } }),
  "answers in another form": (id, result) => say({ id, answer: result }),
  "fails by its own account": (id) => say({ id, failure: "the harness is not installed" }),
  "tells its process id": (id) => say({ id, result: { total: process.pid } }),
};

let tools;
const input = createInterface({ input: process.stdin });
input.on("line", (text) => {
  if (how === "says nothing") return hang();
  const { id, cmd, tool, event, params, workspace, as } = JSON.parse(text);
  if (cmd === "hello") return say({ id, result: { name: "fake", surfaces: ["tools", "events"] } });
  if (cmd === "open") tools = counterIn(workspace);
  if (cmd !== "call" && cmd !== "emit") {
    if (cmd === "close" && how === "leaves a child running") child();
    return say({ id, result: null });
  }
  if (how === "ignores SIGTERM after a call") ignoreEnd();
  if (how === "writes and hangs" && tool === "add" && params.by > 2) return tools.add(params);
  if (how === "asks who acts" && as !== "ada") return say({ id, refusal: { message: "who are you?" } });
  try {
    const result = tools[tool ?? event](params);
    if (tool === "read" && how in MISDEEDS) return MISDEEDS[how](id, result);
    if (tool === "read" && how in PROCESS_MISDEEDS) return PROCESS_MISDEEDS[how](line({ id, result }));
    say({ id, result });
  } catch (refused) {
    say({ id, refusal: { message: refused.message } });
  }
});
input.on("close", () => {
  if (how === "leaves a child running") process.exit(0);
});
