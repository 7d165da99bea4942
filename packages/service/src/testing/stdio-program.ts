/**
 * A server over stdio for tests. Its tools count calls, wait for SIGUSR2, and let errors go astray as a library with a
 * fault would.
 */

import { once } from "node:events";
import { setTimeout as later } from "node:timers/promises";
import { serveStdio } from "../mcp/serve-stdio.js";
import type { ServedTool } from "../mcp/served-tool.js";
import { noteOf } from "../process/note.js";

const schema = { type: "object" };
const released = once(process, "SIGUSR2");
let calls = 0;

const tool = (name: string, run: ServedTool["run"]): ServedTool => ({
  name,
  description: name,
  input: schema,
  output: schema,
  annotations: {},
  run,
});

process.exitCode = await serveStdio({
  name: "program",
  version: "1",
  instructions: "",
  note: noteOf("program"),
  longestMessage: 64 * 1024,
  tools: [
    tool("count", async () => {
      const call = ++calls;
      await later(5 * (call % 5));
      return { call };
    }),
    tool("hold", async () => {
      // Waiting for a signal alone does not keep Node running.
      const timer = setInterval(() => undefined, 1000);
      await released;
      clearInterval(timer);
      return {};
    }),
    tool("stray", async () => {
      void Promise.reject(new Error("gone astray\nwith more lines"));
      return {};
    }),
    tool("throw", async () => {
      setImmediate(() => {
        throw new Error("gone astray\nwith more lines");
      });
      return {};
    }),
  ],
});
