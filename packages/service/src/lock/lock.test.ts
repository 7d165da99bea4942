import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TemporaryProject } from "../testing/temporary-project.js";
import { type LockOptions, takeLock } from "./lock.js";

const MODULE = fileURLToPath(new URL("lock.ts", import.meta.url));
const lockOf = ({ root }: TemporaryProject) => join(root, ".lock");
const lock = ({ root }: TemporaryProject, options?: LockOptions) => takeLock(root, ".lock", options);

/** A process that takes the lock and says so, then waits for its end. */
function taker(project: TemporaryProject) {
  const code = `import { takeLock } from ${JSON.stringify(MODULE)}; await takeLock(${JSON.stringify(project.root)}, ".lock"); console.log("held"); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function holder(project: TemporaryProject) {
  const child = taker(project);
  await once(child.stdout, "data");
  return child;
}

function mkdir(...parts: readonly string[]): string {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

test("callers of one process hold the lock one after the other, in their order", async () => {
  const project = new TemporaryProject();
  const order: number[] = [];
  let holders = 0;
  await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const release = await lock(project);
      holders += 1;
      expect(holders).toBe(1);
      order.push(number);
      await pause(5);
      holders -= 1;
      release();
    }),
  );
  expect(order).toEqual([1, 2, 3, 4]);
  expect(existsSync(join(lockOf(project), "held"))).toBe(false);
});

test("a living process keeps others out, and the error names it", async () => {
  const project = new TemporaryProject();
  const child = await holder(project);
  try {
    await expect(lock(project, { patience: 150 })).rejects.toMatchObject({
      name: "LockBusy",
      message: `process ${child.pid} has held the lock for more than 0.2 s`,
    });
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

test("the lock of a process that was killed is free at once", async () => {
  const project = new TemporaryProject();
  const child = await holder(project);
  child.kill("SIGKILL");
  await once(child, "exit");
  (await lock(project, { patience: 0 }))();
  expect(existsSync(join(lockOf(project), "held"))).toBe(false);
});

const held = (holder: object | string) => ({ ".lock/held/f0e1d2c3b4a5968778": holder });
const here = async () => {
  const project = new TemporaryProject();
  const release = await lock(project);
  const [name = ""] = readdirSync(join(lockOf(project), "held"));
  const holder = project.read(`.lock/held/${name}`) as { pid: number; host: string; started: string };
  release();
  return holder;
};

test("a later process with the same number does not hold what the earlier one held", async () => {
  const holder = { ...(await here()), started: "1" };
  (await lock(new TemporaryProject(held(holder)), { patience: 0 }))();
});

test("a file that no holder wrote holds nothing", async () => {
  (await lock(new TemporaryProject(held("{ half")), { patience: 0 }))();
});

test("a file whose name is not UTF-8 holds nothing", async () => {
  const project = new TemporaryProject();
  const path = mkdir(lockOf(project), "held");
  writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff])]), "");
  (await lock(project, { patience: 0 }))();
});

test.each([
  ["a link to", symlinkSync],
  ["a second name of", linkSync],
])("%s a file outside in place of the process's own file leaves that file untouched", async (_, put) => {
  const outside = new TemporaryProject({ "thesis.txt": "mine" });
  const thesis = join(outside.root, "thesis.txt");
  utimesSync(thesis, 1, 1);
  const project = new TemporaryProject();
  (await lock(project))();
  const [name = ""] = readdirSync(lockOf(project));
  const own = join(lockOf(project), name, name);
  rmSync(own);
  put(thesis, own);
  (await lock(project))();
  expect(statSync(thesis).mtimeMs).toBe(1000);
  expect(outside.readText("thesis.txt")).toBe("mine");
});

test("a holder on another machine keeps the lock while it may still live", async () => {
  const project = new TemporaryProject(held({ pid: 1, host: `not ${hostname()}`, started: "" }));
  await expect(lock(project, { patience: 0 })).rejects.toThrow(`a process of "not" has held`);
});

test("the folder of a dead process is removed by the next process", async () => {
  const dead = { ...(await here()), started: "1" };
  const project = new TemporaryProject({ ...held(dead), ".lock/0a1b2c3d4e5f607182/0a1b2c3d4e5f607182": dead });
  (await lock(project))();
  expect(readdirSync(lockOf(project))).toEqual([expect.stringMatching(/^[0-9a-f]{18}$/)]);
});

test("a process prepares its folder once, and again after its removal", async () => {
  const project = new TemporaryProject();
  (await lock(project))();
  const [first = ""] = readdirSync(lockOf(project));
  (await lock(project))();
  expect(readdirSync(lockOf(project))).toEqual([first]);

  rmSync(lockOf(project), { recursive: true });
  (await lock(project, { patience: 0 }))();
  expect(readdirSync(lockOf(project))).not.toEqual([first]);
});

test("a folder that is emptied while it is taken holds nothing", async () => {
  const project = new TemporaryProject();
  (await lock(project))();
  const [first = ""] = readdirSync(lockOf(project));
  rmSync(join(lockOf(project), first, first));
  const release = await lock(project, { patience: 0 });
  expect(readdirSync(join(lockOf(project), "held"))).toEqual([expect.not.stringMatching(first)]);
  release();
});

test("a lock that another machine has taken over is not given back", async () => {
  const project = new TemporaryProject();
  const release = await lock(project);
  const [own = ""] = readdirSync(join(lockOf(project), "held"));
  rmSync(join(lockOf(project), "held", own));
  project.write(".lock/held/other", JSON.stringify({ pid: 1, host: "another", started: "" }));
  release();
  expect(readdirSync(join(lockOf(project), "held"))).toEqual(["other"]);
  await expect(lock(project, { patience: 0 })).rejects.toThrow('a process of "another" has held');
});

test("the time of a holder is when it took the lock, not when its folder was made", async () => {
  const project = new TemporaryProject();
  (await lock(project))();
  const [own = ""] = readdirSync(lockOf(project));
  const file = join(lockOf(project), own, own);
  utimesSync(file, new Date(0), new Date(0));
  const release = await lock(project);
  expect(Date.now() - statSync(join(lockOf(project), "held", own)).mtimeMs).toBeLessThan(20_000);
  release();
});

test("a folder that cannot be created is an error of the file system", async () => {
  const project = new TemporaryProject({ blocked: "a file" });
  await expect(takeLock(project.root, "blocked/.lock")).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.each<[string, (folder: string) => void]>([
  ["a file that holds null", (folder) => writeFileSync(join(mkdir(folder, "held"), "abc"), "null")],
  ["a folder", (folder) => mkdir(folder, "held/inner/most")],
  ["a link to a foreign folder", (folder) => symlinkSync("/etc", join(mkdir(folder, "held"), "abc"))],
  [
    "many files",
    (folder) => {
      for (let n = 0; n < 250; n += 1) writeFileSync(join(mkdir(folder, "held"), `f-${n}`), "");
    },
  ],
])("%s in place of a holder is moved away and kept", async (_, plant) => {
  const project = new TemporaryProject();
  plant(lockOf(project));
  const before = readdirSync(join(lockOf(project), "held")).length;
  (await lock(project))();
  const kept = readdirSync(lockOf(project)).filter((name) => name.startsWith("foreign-"));
  expect(kept.length).toBe(before);
});

test.each<[string, (path: string) => void]>([
  ["a file", (path) => writeFileSync(path, "mine")],
  ["a link to a foreign folder", (path) => symlinkSync("/etc", path)],
  ["a link to nothing", (path) => symlinkSync("nowhere", path)],
])("%s in place of the lock itself is moved away and kept", async (_, plant) => {
  const project = new TemporaryProject();
  plant(join(mkdir(lockOf(project), "."), "held"));
  const { ino } = lstatSync(join(lockOf(project), "held"));
  (await lock(project))();
  const kept = readdirSync(lockOf(project)).map((name) => lstatSync(join(lockOf(project), name)).ino);
  expect(kept).toContain(ino);
});

test("a lock folder that leads out of the project is not used", async () => {
  const [project, outside] = [
    new TemporaryProject(),
    new TemporaryProject({ "0a1b2c3d4e5f607182/0a1b2c3d4e5f607182": "mine" }),
  ];
  symlinkSync(outside.root, lockOf(project));
  await expect(lock(project)).rejects.toMatchObject({
    name: "UnsafePath",
    message: "is a link that leads out of the project",
  });
  expect(outside.files()).toEqual(["0a1b2c3d4e5f607182/0a1b2c3d4e5f607182"]);
});

test.each([
  ["in the past", -13_000],
  ["in the future, such as 2036", 10 * 365 * 86_400_000],
])("a holder of another machine with a time %s holds nothing", async (_, offset) => {
  const project = new TemporaryProject(held({ pid: 1, host: "elsewhere", started: "" }));
  const time = new Date(Date.now() + offset);
  utimesSync(join(lockOf(project), "held/f0e1d2c3b4a5968778"), time, time);
  (await lock(project, { patience: 0 }))();
});

test("the longest wait comes first, and tickets of dead processes do not count", async () => {
  const dead = { ...(await here()), started: "1" };
  const project = new TemporaryProject({ ".lock/wait-1700000000000-0a1b2c3d4e5f607182/0a1b2c3d4e5f607182": dead });
  const release = await lock(project);
  const waiting = taker(project);
  // Wait for its ticket, then until the ticket is old enough to count.
  const hasTicket = () => readdirSync(lockOf(project)).some((name) => name.startsWith("wait-"));
  await expect.poll(hasTicket, { timeout: 30_000 }).toBe(true);
  await pause(150);
  release();
  const told = once(waiting.stdout, "data");
  const next = lock(project, { patience: 20_000 });
  await told;
  waiting.kill("SIGKILL");
  (await next)();
});

test("an empty folder of a former holder is free", async () => {
  const project = new TemporaryProject();
  mkdirSync(join(lockOf(project), "held"), { recursive: true });
  (await lock(project, { patience: 0 }))();
});
