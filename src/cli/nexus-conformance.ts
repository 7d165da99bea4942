import type { Program } from "./command.js";

export const program: Program = {
  name: "nexus-conformance",
  summary: "Proves that an implementation keeps a contract.",
  commands: {
    run: { summary: "judge an implementation", load: () => import("./commands/run.js") },
  },
};
