import type { Program } from "./frame/command.js";

export const program: Program = {
  name: "nexus-conformance",
  description: "Proves that an implementation keeps a contract.",
  commands: {
    run: { summary: "judge an implementation", load: () => import("./commands/run.js") },
    init: { summary: "write what a project needs to be judged", load: () => import("./commands/init.js") },
    smoke: { summary: "check the adapter alone", load: () => import("./commands/smoke.js") },
    list: { summary: "list cases or requirements", load: () => import("./commands/list.js") },
    explain: {
      summary: "show a requirement, a case or an error code in full",
      load: () => import("./commands/explain.js"),
    },
    coverage: { summary: "show what the cases really assert", load: () => import("./commands/coverage.js") },
    report: {
      summary: "turn a stored JSON report into another format",
      load: () => import("./commands/report.js"),
    },
    compare: {
      summary: "show the reports of several implementations side by side",
      load: () => import("./commands/compare.js"),
    },
    replay: { summary: "run a stored failing case again", load: () => import("./commands/replay.js") },
    inspect: {
      summary: "check the state that a real project holds",
      load: () => import("./commands/inspect.js"),
    },
    fuzz: {
      summary: "compare an implementation with the model of its contract in random sequences",
      load: () => import("./commands/fuzz.js"),
    },
    copy: { summary: "write fixtures and schemas out", load: () => import("./commands/copy.js") },
    completion: {
      summary: "print the completion of a shell",
      load: async () => (await import("./commands/completion.js")).completionOf(program),
    },
  },
};
