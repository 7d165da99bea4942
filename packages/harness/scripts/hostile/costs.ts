/** Small plants with a high cost: things that a clone can contain and that once took minutes or ran a program. */

import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { making, type Plant, sized } from "./plant.js";

const STATE = ".nexus/state";

const text = (content: string) => (path: string) => writeFileSync(path, content);
const list = (count: number, item: string) => Array.from({ length: count }, () => item).join(",");

/** Creates a chain of links, each of which passes through hundreds of folders. */
function chain(folder: string, links: number): void {
  mkdirSync(join(folder, "a"), { recursive: true });
  for (let n = 0; n < links; n += 1)
    symlinkSync(`${"a/../".repeat(800)}link-${n + 1}.md`, join(folder, `link-${n}.md`));
}

/** Moves git's files into the project root, which git then accepts as a repository without `.git`. */
function bare(project: string): void {
  const git = join(project, ".git");
  for (const name of readdirSync(git)) {
    rmSync(join(project, name), { recursive: true, force: true });
    renameSync(join(git, name), join(project, name));
  }
  rmSync(git, { recursive: true });
  writeFileSync(join(project, "config"), "[core]\n\tbare = false\n\tworktree = .\n");
  mkdirSync(join(project, "hooks"), { recursive: true });
  writeFileSync(join(project, "hooks/pre-commit"), `#!/bin/sh\ntouch '${join(project, "../../../home/ran")}'\n`);
  chmodSync(join(project, "hooks/pre-commit"), 0o755);
}

function worktree(project: string): void {
  renameSync(join(project, ".git"), join(project, "own"));
  writeFileSync(join(project, ".git"), "gitdir: own\n");
  writeFileSync(join(project, "own/gitdir"), "../.git\n");
  rmSync(join(project, "own/logs"), { recursive: true, force: true });
  mkdirSync(join(project, "own/logs"));
  symlinkSync("../../../../../home/.bashrc", join(project, "own/logs/HEAD"));
}

export const COSTS: readonly Plant[] = [
  { title: "a folder that looks like a repository", put: bare },
  { title: "a worktree that was made by hand", put: worktree },
  { title: "a .git file of blanks", put: making(".git", text(`gitdir:${" ".repeat(60_000)}\nx`)) },
  {
    title: "tasks of which none keeps the schema",
    put: making(`${STATE}/tasks.json`, text(`{"goal":"","decisions":[],"tasks":[${list(60_000, "{}")}]}`)),
  },
  {
    title: "a cycle of tasks of which none keeps the schema",
    put: making(".nexus/history.json", text(`{"cycles":[{"tasks":[${list(60_000, "{}")}]}]}`)),
  },
  {
    title: "a history of many keys",
    put: making(".nexus/history.json", text(`{${list(170_000, '"a":1')},"cycles":[]}`)),
  },
  {
    title: "a history with a key of quotes",
    put: making(".nexus/history.json", text(`{"a${'\\"'.repeat(300_000)}":1,"cycles":[]}`)),
  },
  {
    title: "one access log of senseless lines in the name of many",
    put: making(`${STATE}/n/memory-access.jsonl`, (path, project) => {
      writeFileSync(path, "1\n".repeat(8_000_000));
      for (let n = 0; n < 100; n += 1) {
        mkdirSync(join(project, STATE, `n${n}`));
        symlinkSync("../n/memory-access.jsonl", join(project, STATE, `n${n}/memory-access.jsonl`));
      }
    }),
  },
  {
    title: "a tool log of 20 GiB",
    put: making(`${STATE}/nexus-harness/tool-log.jsonl`, (path) => sized(path, 20 * 1024 ** 3)),
  },
  { title: "links through thousands of folders", put: making(".nexus/memory/deep", (path) => chain(path, 39)) },
  {
    title: "a holder whose name is no text",
    put: making(`${STATE}/.lock/held/x`, (path) =>
      writeFileSync(Buffer.concat([Buffer.from(path.slice(0, -1)), Buffer.from([0xff])]), ""),
    ),
  },
];
