/** Links that are put in place of a folder or a file while calls are made. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workByPath } from "@nexus-core/service/files/folder";
import { createHarness } from "../../src/index.js";
import { CALLS, PROJECT } from "./calls.js";
import { Guard } from "./guard.js";

/** The swapped paths, each with the target of its link. */
const SWAPPED: Readonly<Record<string, string>> = {
  ".nexus": "home",
  ".nexus/state": "home",
  ".nexus/state/.lock": "home",
  ".nexus/state/artifacts": "home",
  ".nexus/state/artifacts/notes": "home/notes",
  ".nexus/state/nexus-harness": "home",
  ".nexus/state/nexus-harness/tool-log.jsonl": "home/.bashrc",
  ".nexus/state/plan.json": "home/plan.json",
  ".nexus/memory": "home/notes",
};

/**
 * Swaps a real entry and a link as fast as it can. An entry that the harness creates in the meantime becomes the real one.
 */
const SWAPPER = `
  const { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } = require("node:fs");
  const [path, target, aside] = process.argv.slice(1);
  const attempt = (work) => { try { work(); } catch {} };
  process.stdout.write("begun");
  for (let turn = 0; ; turn += 1) {
    if (turn % 1000 === 0) {
      rmSync(aside, { recursive: true, force: true });
      mkdirSync(aside);
    }
    const taken = aside + "/" + turn;
    attempt(() => renameSync(path, taken));
    attempt(() => symlinkSync(target, path));
    attempt(() => unlinkSync(path));
    attempt(() => renameSync(taken, path));
  }
`;

/**
 * Calls every tool and event repeatedly while each of the paths is swapped.
 * @param milliseconds duration for each path
 * @param isByPath whether to work as on systems without folder descriptors, where a race remains
 * @returns the changes outside the project
 */
export async function swaps(milliseconds: number, isByPath: boolean): Promise<readonly string[]> {
  workByPath(isByPath);
  const problems: string[] = [];
  for (const [place, target] of Object.entries(SWAPPED)) {
    const guard = new Guard();
    for (const [file, text] of Object.entries(PROJECT)) {
      mkdirSync(dirname(join(guard.project, file)), { recursive: true });
      writeFileSync(join(guard.project, file), text);
    }
    mkdirSync(join(guard.project, ".nexus/state/.lock"), { recursive: true });
    const words = ["-e", SWAPPER, join(guard.project, place), join(guard.root, target), join(guard.project, "aside")];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await callFor(milliseconds, guard.project);
    child.kill("SIGKILL");
    await once(child, "exit");
    problems.push(...guard.changes().map((change) => `while ${place} was swapped for a link, ${change}`));
    guard.remove();
  }
  return problems;
}

async function callFor(milliseconds: number, project: string): Promise<void> {
  const harness = createHarness({ root: project });
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    for (const { kind, name, params } of CALLS) {
      if (name === "memory_gc") continue;
      const call = kind === "event" ? harness.emit(name, params) : harness.call(name, params);
      // The outcome depends on the entry that was there at that moment.
      await call.catch(() => undefined);
    }
  }
}
