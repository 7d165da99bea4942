/** The counter in a workspace that is a git repository. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "./counter-contract.js";

export const FILE = ".state/counter.json";
const GIVEN = { state_files: { [FILE]: { total: 4 }, "notes.txt": { text: "mine\n" } } };

/** The counter contract, with these fixtures. Its reset must delete the counter file in a separate commit. */
export function contractWith(fixtures: object | readonly object[]): string {
  const text = readFileSync(join(counterContract(), "contract.yml"), "utf8");
  return counterContract({
    "contract.yml": text.replace("ignore: [", 'ignore: [".git/**", '),
    "tools/counter.json": fixtures,
  });
}

/** Runs git like an implementation, with the settings of the user. */
export const git = (folder: string, ...words: readonly string[]) =>
  execFileSync("git", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

export type Reset = (workspace: string) => unknown;

export const honest: Reset = (workspace) => {
  git(workspace, "rm", "-q", "--cached", FILE);
  rmSync(join(workspace, FILE));
  git(workspace, "commit", "-q", "-m", `Delete ${FILE}`, "--only", "--", FILE);
  return { ok: true };
};

/** Judges the counter with this reset, by one case with a repository. */
export async function judge(precondition: object, assertions: object, reset: Reset, members: object = {}) {
  const fixture = {
    test_id: "reset_commits",
    description: "A reset deletes the file in a commit",
    verifies: ["counter.reset.zero"],
    precondition: { ...GIVEN, ...precondition },
    action: { tool: "reset" },
    postcondition: { git: assertions },
    ...members,
  };
  const adapter = counterAdapter({ reset: (_, workspace) => reset(workspace) });
  const report = await runConformance(adapter, { contract: contractWith(fixture) });
  const [result] = report.cases;
  return {
    status: result?.status,
    reason: result?.reason,
    messages: result?.failures.map(({ code, message }) => `${code} ${message}`),
  };
}

export const passed = { status: "passed", reason: undefined, messages: [] };
