/** The flags of `run` that other commands share. */

import type { OptionTable } from "../frame/command.js";

export const RUN_OPTIONS = {
  adapter: {
    type: "text",
    value: "FORM",
    description: "how to reach the implementation: module:PATH, lines:COMMAND, mcp-stdio:COMMAND, mcp-http:URL",
  },
  "in-process": {
    type: "flag",
    description: "run a module: adapter in this process, for a debugger; it can then reach its judge",
  },
  timeout: { type: "integer", value: "MS", description: "time limit of each call in milliseconds; 10000 by default" },
  jobs: {
    type: "integer",
    value: "N",
    description: "how many cases are judged at a time; by default one for each core, or 1 where they share a process",
  },
  store: { type: "text", value: "DIR", description: "folder of records of failing cases, for replay" },
} as const satisfies OptionTable;
