// A counter behind the adapter protocol that misbehaves on command: node lines.mjs HOW. It does so in the tool `read`
// alone, unless HOW speaks of the start or the end.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { counterIn } from "./counter.mjs";

const how = process.argv[2];
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const child = () => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
process.stderr.write("counter is up\n");

if (how === "says nothing") setInterval(() => {}, 1000);
if (how === "dies at the start") {
  process.stderr.write("no licence found\n");
  process.exit(4);
}
function ignoreEnd() {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (how === "ignores SIGTERM") ignoreEnd();

const MISDEEDS = {
  "answers garbage": () => process.stdout.write("<html>502</html>\n"),
  "answers half a line and hangs": (id) => process.stdout.write(`{"id": ${id}, "resu`),
  "answers half a line and dies": (id) => process.stdout.write(`{"id": ${id}, "resu`, () => process.exit(0)),
  "answers a megabyte": (id) => say({ id, result: "x".repeat(1024 * 1024) }),
  "answers another call's id": (id) => say({ id: id + 40, result: { total: 0 } }),
  "answers twice": (id, result) => process.stdout.write(`${JSON.stringify({ id, result })}\n`.repeat(2)),
  "answers late": (id, result) => setTimeout(() => say({ id, result }), 2500),
  "answers in another form": (id, result) => say({ id, answer: result }),
  "logs to stdout": (id, result) => process.stdout.write(`reading the total\n${JSON.stringify({ id, result })}\n`),
  dies: () => {
    process.stderr.write("Error: the disk is on fire\n", () => process.exit(7));
  },
  hangs: () => process.stderr.write("waiting for a lock\n"),
  "hangs in a loop": () => {
    for (;;);
  },
  "forks a child and dies": () => {
    child();
    setTimeout(() => process.exit(1), 50);
  },
  "fails by its own account": (id) => say({ id, failure: "the harness is not installed" }),
  "tells its process id": (id) => say({ id, result: { total: process.pid } }),
  "answers wrong": (id) => say({ id, result: { total: 99 } }),
};

let tools;
const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  if (how === "says nothing") return;
  const { id, cmd, tool, event, params, workspace, as } = JSON.parse(line);
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
    say({ id, result });
  } catch (refused) {
    say({ id, refusal: { message: refused.message } });
  }
});
input.on("close", () => {
  if (how === "leaves a child running") process.exit(0);
});
