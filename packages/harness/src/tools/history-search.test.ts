import { execFile } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Cycle } from "../generated/contract.js";
import { HISTORY_FILE } from "../store/history-file.js";
import { Project } from "../testing/project.js";

const HARNESS = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** Searches in a separate process, whose memory can be limited. */
const SEARCH = `
  import { createHarness } from ${JSON.stringify(HARNESS)};
  const harness = createHarness({ root: process.argv[1] });
  const { total, showing, cycles } = await harness.historySearch({ query: "LOREM", last_n: 1000 });
  console.log(JSON.stringify({ total, showing, last: cycles.at(-1).topic }));
`;

const cycle = (id: number, topic: string): Cycle => ({
  schema_version: "0.11",
  completed_at: "2026-02-01T00:00:00Z",
  branch: "main",
  plan: { id, topic, issues: [], created_at: "2026-01-01T00:00:00Z" },
  tasks: [],
});

async function topics(written: readonly string[], query: string): Promise<readonly (string | undefined)[]> {
  const project = new Project({ [HISTORY_FILE]: { cycles: written.map((topic, index) => cycle(index + 1, topic)) } });
  return (await project.harness().historySearch({ query })).cycles.map(({ topic }) => topic);
}

test("letters with the same capital letter match", async () => {
  expect(await topics(["ὁδός", "ΟΔΟΣ", "οδοσήμανση"], "οδοσ")).toEqual(["ΟΔΟΣ", "οδοσήμανση"]);
  expect(await topics(["Straße", "STRASSE", "Strauss"], "strasse")).toEqual(["Straße", "STRASSE"]);
});

test("a history of 100 MB is searched in a heap of 48 MB, even if every cycle is returned", async () => {
  const project = new Project({ [HISTORY_FILE]: "" });
  const file = openSync(join(project.root, HISTORY_FILE), "w");
  const research_summary = "lorem ".repeat(170_000);
  for (let id = 1; id <= 100; id += 1) {
    const whole = cycle(id, "Search");
    writeSync(
      file,
      `${id === 1 ? '{"cycles":[' : ","}${JSON.stringify({ ...whole, plan: { ...whole.plan, research_summary } })}`,
    );
  }
  writeSync(file, "]}");
  closeSync(file);
  const words = ["--max-old-space-size=48", "--input-type=module", "-e", SEARCH, project.root];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(JSON.parse(stdout)).toEqual({ total: 100, showing: 100, last: "Search" });
});
