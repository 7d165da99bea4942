/** Makes every call in a fresh copy of one planted project, and reports the outcomes. */

import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runGit } from "nexus-core/base";
import { createHarness, ToolError } from "../../src/index.js";
import { CALLS, type HostileCall, PROJECT } from "./calls.js";
import { Guard, SECRET } from "./guard.js";
import type { Plant } from "./plant.js";
import { PLANTS } from "./plants.js";

/** A message of the worker: the start of a call, or its problems. */
export type Told = { readonly begins: string } | { readonly problems: readonly string[] };

const [index = "0", template = ""] = process.argv.slice(2);
const plant = PLANTS[Number(index)] as Plant;
const guard = new Guard();
process.on("SIGTERM", () => {
  guard.remove();
  process.exit(1);
});
if (!existsSync(template)) await makeTemplate(template);
for (const call of CALLS) {
  if (plant.without?.(call) === true) continue;
  prepare();
  tell({ begins: `${call.name} ${JSON.stringify(call.params)}` });
  tell({ problems: await problemsOf(call) });
}
guard.remove();

function tell(told: Told): void {
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

function prepare(): void {
  rmSync(guard.project, { recursive: true, force: true });
  // This is five times as fast as copying with Node.
  spawnSync("cp", ["-a", template, guard.project]);
  plant.put(guard.project);
}

async function problemsOf({ kind, name, params }: HostileCall): Promise<readonly string[]> {
  const { project } = guard;
  const planted = plant.stays === undefined ? undefined : lstatSync(join(project, plant.stays)).ino;
  const harness = createHarness({ root: project });
  const said = await (kind === "event" ? harness.emit(name, params) : harness.call(name, params)).then(
    (answer) => JSON.stringify(answer),
    (thrown: unknown) => (thrown instanceof ToolError ? thrown.message : `no refusal: ${String(thrown)}`),
  );
  return [
    ...guard.changes(),
    ...(said.includes(SECRET) ? [`it tells what is in a file of the user: ${said.slice(0, 300)}`] : []),
    ...(said.startsWith("no refusal") || said.includes("\n") ? [said.slice(0, 300)] : []),
    ...(planted === undefined || has(project, planted)
      ? []
      : [`${plant.stays} was not made by the harness and is gone`]),
  ];
}

function has(folder: string, inode: number): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    return lstatSync(path).ino === inode || (entry.isDirectory() && has(path, inode));
  });
}

async function makeTemplate(folder: string): Promise<void> {
  for (const [file, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const git = async (...words: readonly string[]) => {
    const { code, stderr } = await runGit(folder, words);
    if (code !== 0) throw new Error(stderr);
  };
  await git("init", "--quiet", "--template=", "--initial-branch=main");
  await git("config", "user.name", "Ada");
  await git("config", "user.email", "ada@example.org");
  await git("add", "--all");
  await git("commit", "--quiet", "--no-gpg-sign", "--message", "All there is");
}
