import { join } from "node:path";
import { dump } from "js-yaml";
import { main } from "../scripts/scenarios/main.js";
import type { ModelSource } from "../scripts/scenarios/model.js";
import type { Scenario } from "../scripts/scenarios/scenario.js";
import { packageRoot } from "../src/package-root.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";

/** The command as a user calls it, here. A signal among the words ends it early. */
export async function runMain(...given: (string | AbortSignal)[]) {
  let [stdout, stderr] = ["", ""];
  const words = given.filter((word) => typeof word === "string");
  const stop = given.find((word) => typeof word !== "string");
  const code = await main(words, {
    env: {},
    seed: 1,
    ...(stop === undefined ? {} : { stop }),
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

/** A small scenario that can be told apart, with changes. */
export function smallScenario(changes: object = {}): Record<string, unknown> {
  return {
    id: "S90",
    title: "A constant is wrong",
    body: "agents/engineer",
    rules: ["Change target files only"],
    given: { files: { "src/a.js": "export const a = 1;\n" } },
    message: { id: 1, task: "Set a to 2." },
    must: [
      { name: "sets it", check: "state", file: "src/a.js", contains: "a = 2" },
      { name: "reports", check: "parse", at: "/status", is: "complete" },
    ],
    scripted: {
      good: {
        steps: [{ write_file: { path: "src/a.js", text: "export const a = 2;\n" } }],
        prose: "Set.",
        report: { files: { changed: ["src/a.js"], artifacts: [] } },
      },
      bad: { breaks: "sets it", steps: [] },
    },
    ...changes,
  };
}

/** A folder with these scenarios in one file. */
export function folderOf(...scenarios: object[]): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "own.yml": dump(scenarios) });
  return folder;
}

/** A model behind a command that does as it is told. */
export const fake = (deed: string) =>
  `command:${process.execPath} ${join(packageRoot, "test/fakes/model.mjs")} ${deed}`;

/** Says the same whatever it is given. */
export const saying = (name: string, final: (scenario: Scenario) => string): ModelSource => ({
  name,
  open:
    ({ scenario }) =>
    async () => ({ text: final(scenario), calls: [] }),
});

export const blank = {
  ...{ report: 1, verdict: null, summary: "Done.", criteria: [], findings: [], checks: [], assumptions: [], next: [] },
  ...{ files: { changed: [], artifacts: [] }, questions: [], not_done: [], suspect_content: [] },
};
