// A counter behind MCP over stdio that misbehaves on command: node mcp-stdio.mjs HOW. Only the tool
// `read` misbehaves, unless HOW names the start or the end. Its files are in the folder that `project` of the call or
// $PROJECT names, or else in its working folder.
import { createInterface } from "node:readline";
import { counterIn } from "./counter.mjs";
import { hang } from "./hang.mjs";
import { callOf, resultOf, toolError, toolResult } from "./mcp-messages.mjs";
import { child, how, ignoreEnd, PROCESS_MISDEEDS } from "./process-misdeeds.mjs";

const write = (text) => process.stdout.write(text);
const line = (id, body) => `${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`;

const MISDEEDS = {
  "answers a megabyte": (id) => write(line(id, { result: toolResult("x".repeat(1024 * 1024)) })),
  "answers another call's id": (id, result) => write(line(id + 40, { result })),
  "answers no call": (id) => write(line(undefined, { error: { code: -32700, message: `cannot read ${id}` } })),
  "answers in another form": (id) => write(line(id, { answer: 7 })),
  "answers with a result of another form": (id) => write(line(id, { result: { content: "seven" } })),
  "tells its process id": (id) => write(line(id, { result: toolResult({ total: process.pid }) })),
};

const input = createInterface({ input: process.stdin });
input.on("line", (text) => {
  if (how === "says nothing") return hang();
  const request = JSON.parse(text);
  const { id, method, params } = request;
  if (id === undefined) return;
  if (method === "initialize" && how === "refuses to start") {
    return write(line(id, { error: { code: -32603, message: "no licence\n    at start" } }));
  }
  if (method !== "tools/call") return write(line(id, { result: resultOf(request) ?? {} }));
  if (how === "asks who acts" && params.arguments.actor !== "ada") {
    return write(line(id, { result: toolError("who are you?") }));
  }
  if (how === "leaves a child running") child();
  if (how === "ignores SIGTERM after a call") ignoreEnd();
  if (how === "writes and hangs" && params.name === "add" && params.arguments.by > 2) {
    return counterIn(process.cwd()).add(params.arguments);
  }
  const result = callOf(request, counterIn(params.arguments.project ?? process.env.PROJECT ?? process.cwd()));
  if (params.name === "read" && how in MISDEEDS) return MISDEEDS[how](id, result);
  if (params.name === "read" && how in PROCESS_MISDEEDS) return PROCESS_MISDEEDS[how](line(id, { result }));
  write(line(id, { result }));
});
if (how === "leaves a child running") input.on("close", () => process.exit(0));
