import type { Program } from "./command.js";

export const program: Program = {
  name: "nexus-conformance",
  summary: "Proves that an implementation keeps a contract.",
  commands: {
    run: { summary: "judge an implementation", load: () => import("./commands/run.js") },
    report: {
      summary: "turn a stored JSON report into another format",
      load: () => import("./commands/report.js"),
    },
  },
};
