/** The hostile projects: something unexpected at every path that the harness uses. */

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COSTS } from "./costs.js";
import { making, type Plant, sized } from "./plant.js";

const STATE = ".nexus/state";
const OWN = `${STATE}/nexus-harness`;
const LOCK = `${STATE}/.lock`;
const NAME = "0a1b2c3d4e5f607182";

/** Paths of folders, each with the most tempting target for a link there. */
const FOLDERS: Readonly<Record<string, string>> = {
  ".nexus": "home",
  [STATE]: "home",
  [LOCK]: "home",
  [`${LOCK}/held`]: "home/notes",
  [`${LOCK}/${NAME}`]: "home/notes",
  [`${LOCK}/wait-1700000000000-${NAME}`]: "home/notes",
  [`${STATE}/artifacts`]: "home",
  [`${STATE}/artifacts/notes`]: "home/notes",
  [OWN]: "home",
  [`${STATE}/other`]: "home",
  ".nexus/memory": "home/notes",
  ".nexus/memory/deep": "home/notes",
  ".nexus/context": "home/notes",
  ".nexus/rules": "home/notes",
  ".git": "home",
  ".git/objects": "home",
  ".git/refs": "home",
  ".git/logs": "home",
};

const FILES: Readonly<Record<string, string>> = {
  [`${STATE}/plan.json`]: "home/plan.json",
  [`${STATE}/tasks.json`]: "home/tasks.json",
  ".nexus/history.json": "home/history.json",
  ".nexus/.gitignore": "home/.bashrc",
  [`${OWN}/agent-tracker.json`]: "home/agent-tracker.json",
  [`${OWN}/tool-log.jsonl`]: "home/.bashrc",
  [`${OWN}/memory-access.jsonl`]: "home/log.jsonl",
  [`${OWN}/history-index.json`]: "home/plan.json",
  [`${STATE}/other/memory-access.jsonl`]: "home/log.jsonl",
  [`${STATE}/agent-tracker.json`]: "home/agent-tracker.json",
  [`${STATE}/artifacts/notes/a.md`]: "home/thesis.docx",
  [`${STATE}/.plan.json.0123456789ab.tmp`]: "home/thesis.docx",
  ".nexus/memory/retry-limit.md": "home/notes/memory.md",
  ".nexus/memory/old-limit.md": "home/notes/memory.md",
  ".nexus/context/stack.md": "home/notes/memory.md",
  ".git/HEAD": "home/HEAD",
  ".git/config": "home/config",
  ".git/index": "home/thesis.docx",
  ".git/packed-refs": "home/HEAD",
  [`${LOCK}/held/${NAME}`]: "home/plan.json",
  [`${LOCK}/${NAME}/${NAME}`]: "home/plan.json",
};

/** Ways for a link to lead to a file of the guarded folder, relative to the link's folder. */
const LINKS: Readonly<Record<string, (up: string, target: string, guard: string) => string>> = {
  "a relative link": (up, target) => `${up}/../../../${target}`,
  "an absolute link": (_up, target, guard) => `${guard}/${target}`,
  "a link through the project and out": (up, target) => `${up}/src/../../../../${target}`,
  "a link to a link": (up) => `${up}/planted-link`,
  "a link to nothing outside": (up) => `${up}/../../../home/new-file`,
};

const SPECIAL: Readonly<Record<string, (path: string) => void>> = {
  "a pipe": (path) => void spawnSync("mkfifo", [path]),
  "a socket": (path) =>
    void spawnSync(process.execPath, [
      "-e",
      `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`,
    ]),
  "a link to /dev/zero": (path) => symlinkSync("/dev/zero", path),
  "a link to /dev/null": (path) => symlinkSync("/dev/null", path),
  "a link to itself": (path) => symlinkSync(path, path),
};

/** Unexpected contents of a file. */
const CONTENTS: Readonly<Record<string, (path: string) => void>> = {
  "half a file": (path) => writeFileSync(path, '{ "goal": "half'),
  "the text null": (path) => writeFileSync(path, "null"),
  "deep JSON": (path) => writeFileSync(path, "[".repeat(200_000)),
  bytes: (path) => writeFileSync(path, Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 131) % 256))),
  "a file of 3 GiB": (path) => sized(path, 3 * 1024 ** 3),
};

function links(places: Readonly<Record<string, string>>): readonly Plant[] {
  return Object.entries(places).flatMap(([place, target]) =>
    Object.entries(LINKS).map(([kind, lead]): Plant => {
      const up =
        place
          .split("/")
          .slice(1)
          .map(() => "..")
          .join("/") || ".";
      const put = making(place, (path, project) => {
        const guard = join(project, "../../..");
        symlinkSync(join("../../..", target), join(project, "planted-link"));
        symlinkSync(lead(up, target, guard), path);
      });
      return { title: `${place} is ${kind}`, put, stays: place };
    }),
  );
}

function specials(places: Readonly<Record<string, string>>): readonly Plant[] {
  return Object.keys(places).flatMap((place) =>
    Object.entries(SPECIAL).map(
      ([kind, put]): Plant => ({ title: `${place} is ${kind}`, put: making(place, put), stays: place }),
    ),
  );
}

const contents: readonly Plant[] = Object.keys(FILES).flatMap((place) =>
  Object.entries(CONTENTS).map(([kind, put]): Plant => ({ title: `${place} holds ${kind}`, put: making(place, put) })),
);

const file = (text: string) => (path: string) => writeFileSync(path, text);
const holder = (value: object) => file(JSON.stringify(value));

const others: readonly Plant[] = [
  { title: "a file in place of .nexus", put: making(".nexus", file("")) },
  { title: "a file in place of the lock", put: making(LOCK, file("")) },
  { title: "a file in place of held", put: making(`${LOCK}/held`, file("mine")), stays: `${LOCK}/held` },
  { title: "a folder in held", put: making(`${LOCK}/held/x`, (path) => mkdirSync(path)), stays: `${LOCK}/held/x` },
  { title: "a holder that is null", put: making(`${LOCK}/held/${NAME}`, file("null")) },
  {
    title: "a holder of another machine",
    put: making(`${LOCK}/held/${NAME}`, (path) => {
      holder({ pid: 1, host: "elsewhere", started: "1" })(path);
      // The holder is almost old enough to count as dead, which keeps the wait short.
      utimesSync(path, new Date(), new Date(Date.now() - 11_000));
    }),
  },
  {
    title: "a holder of 2036",
    put: making(`${LOCK}/held/${NAME}`, (path) => {
      holder({ pid: 1, host: "elsewhere", started: "1" })(path);
      utimesSync(path, new Date("2036-01-01"), new Date("2036-01-01"));
    }),
  },
  {
    title: "a hundred tickets of another machine",
    put: making(`${LOCK}/x`, (path) => {
      for (let n = 0; n < 100; n += 1) {
        const name = `${NAME.slice(0, 15)}${String(n).padStart(3, "0")}`;
        mkdirSync(join(path, `../wait-1700000000000-${name}`));
        holder({ pid: 1, host: "elsewhere", started: "1" })(join(path, `../wait-1700000000000-${name}/${name}`));
      }
    }),
  },
  ...["memory", "state/.lock"].map(
    (folder): Plant => ({
      title: `three thousand files in .nexus/${folder}`,
      put: making(`.nexus/${folder}/many`, (path) => {
        for (let n = 0; n < 3_000; n += 1) writeFileSync(`${path}-${n}.md`, "");
      }),
    }),
  ),
  {
    title: "folders four hundred deep in memory",
    put: making(".nexus/memory/d", (path) => mkdirSync(join(path, "d/".repeat(400)), { recursive: true })),
  },
  {
    title: "a .git file that names a folder of the user",
    put: making(".git", file("gitdir: ../../../home/worktree\n")),
  },
  { title: "a .git file that names a device", put: making(".git", file("gitdir: /dev/zero\n")) },
  { title: "a .git/commondir that leads out", put: making(".git/commondir", file("../../../../home\n")) },
  { title: "an endless .git/HEAD", put: making(".git/HEAD", (path) => sized(path, 1024 ** 4)) },
  {
    title: "settings of git that name programs",
    // A deletion is a commit, and git runs what the repository names for it, hooks among it: SECURITY.md says so.
    without: ({ params }) => "delete" in params,
    put: (project) => {
      const touch = `touch ${join(project, "../../../home/ran")}`;
      const settings = [
        "[core]",
        `\tfsmonitor = ${touch}`,
        `\tpager = ${touch}`,
        '[filter "x"]',
        `\tclean = ${touch}`,
        "\trequired = true",
      ];
      writeFileSync(join(project, ".git/config"), `${settings.join("\n")}\n`);
      writeFileSync(join(project, ".gitattributes"), "* filter=x\n");
    },
  },
];

export const PLANTS: readonly Plant[] = [
  ...links(FOLDERS),
  ...links(FILES),
  ...specials(FOLDERS),
  ...specials(FILES),
  ...contents,
  ...others,
  ...COSTS,
];
