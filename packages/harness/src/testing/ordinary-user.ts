/**
 * A process that permissions stop. Nothing stops root, so a process of root becomes the user nobody. It does so after it
 * has loaded its modules, since the checkout may be in a folder that only root can read.
 */

import { spawnSync } from "node:child_process";
import { lchownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Harness } from "../harness.js";
import { Project } from "./project.js";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
/** The user nobody of Linux. A number needs no entry in the list of users. */
const NOBODY = 65_534;
const IMPOSSIBLE = "Permissions cannot be tested as another user than root: ";
const isRoot = process.getuid?.() === 0;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a module that permissions stop.
 * @param root the project, which that user owns from now on
 * @param load statements that load all modules, also those that wait for their first use
 * @param body what is done as that user
 */
export function runAsOrdinaryUser(root: string, load: string, body: string): Ended {
  if (isRoot) giveToNobody(root);
  const become = isRoot ? `process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});` : "";
  const script = `${load}
import { statSync as reach } from "node:fs";
try {
  ${become}
  reach(${JSON.stringify(`${root}/.`)});
} catch (thrown) {
  console.error("${IMPOSSIBLE}" + thrown.message + ". Every user must be able to enter TMPDIR.");
  process.exit(1);
}
${body}`;
  const words = ["--input-type=module", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: PACKAGE, input: "", encoding: "utf8" });
  if (stderr.startsWith(IMPOSSIBLE)) throw new Error(stderr.trim());
  return { status, stdout, stderr };
}

/** What calls to a harness of this project come to, one after the other; of a refusal, its code and message. */
export function callsAsOrdinaryUser(
  root: string,
  ...calls: readonly [tool: keyof Harness, params?: object][]
): unknown {
  const load = `
import { createHarness } from "@nexus-core/harness";
const outcomesIn = async (root) => {
  const harness = createHarness({ root, branch: () => "main" });
  const outcomes = [];
  for (const [tool, params] of ${JSON.stringify(calls)})
    outcomes.push(await harness[tool](params).catch(({ code, message }) => ({ code, message })));
  return outcomes;
};
await outcomesIn(${JSON.stringify(new Project().root)});`;
  const body = `process.stdout.write(JSON.stringify(await outcomesIn(${JSON.stringify(root)})));`;
  const { status, stdout, stderr } = runAsOrdinaryUser(root, load, body);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

function giveToNobody(folder: string): void {
  try {
    const inside = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
    for (const path of [folder, ...inside]) lchownSync(path, NOBODY, NOBODY);
  } catch (thrown) {
    throw new Error(`${IMPOSSIBLE}${folder} cannot be given to user ${NOBODY}.`, { cause: thrown });
  }
}
