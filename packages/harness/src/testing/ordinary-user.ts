/**
 * Runs code as a user without root's rights, because file permissions do not stop root. The process switches user only
 * after loading its modules, since the checkout may be readable only by root.
 */

import { spawnSync } from "node:child_process";
import { lchownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Harness } from "../harness.js";
import { Project } from "./project.js";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
/** The user id of `nobody` on Linux. A number works even without an entry in /etc/passwd. */
const NOBODY = 65_534;
const IMPOSSIBLE = "Permissions cannot be tested as another user than root: ";
const isRoot = process.getuid?.() === 0;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a module as an ordinary user.
 * @param root the project, whose ownership passes to that user
 * @param load statements that load all modules, including lazily loaded ones
 * @param body statements to run as that user
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

/** The answers of sequential calls to a harness on this project, or the code and message of each refusal. */
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
