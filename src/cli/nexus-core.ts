import type { Program } from "./frame/command.js";

export const program: Program = {
  name: "nexus-core",
  description: "Checks and compiles the agents, skills and vocabulary that harnesses share.",
  commands: {
    validate: { summary: "run every authoring check", load: () => import("./commands/validate.js") },
    build: { summary: "compile manifest.json", load: () => import("./commands/build.js") },
    verify: { summary: "compare installed files with the manifest", load: () => import("./commands/verify.js") },
    "check-report": {
      summary: "check the report of an agent",
      load: () => import("./commands/check-report.js"),
    },
    compose: {
      summary: "print the compiled body of an agent or skill",
      load: () => import("./commands/compose.js"),
    },
    explain: {
      summary: "show an agent, a skill, an entry of the vocabulary or an error code in full",
      load: () => import("./commands/explain-entry.js"),
    },
    render: {
      summary: "write agents and skills in the form of a harness",
      load: () => import("./commands/render.js"),
    },
    diff: {
      summary: "say what has changed between two versions, and what to do",
      load: () => import("./commands/diff.js"),
    },
    completion: {
      summary: "print the completion of a shell",
      load: async () => (await import("./commands/completion.js")).completionOf(program),
    },
  },
};
