import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { takeLock } from "./lock.js";
import { Project } from "./testing/project.js";

const MODULE = fileURLToPath(new URL("../dist/lock.js", import.meta.url));
const lockOf = ({ root }: Project) => join(root, ".lock");

/** A process that takes the lock and says so, then waits for its end. */
async function holder(project: Project) {
  const code = `import { takeLock } from ${JSON.stringify(MODULE)}; await takeLock(${JSON.stringify(lockOf(project))}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

test("one after the other, in the order of asking", async () => {
  const project = new Project();
  const order: number[] = [];
  let holders = 0;
  await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const release = await takeLock(lockOf(project));
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

test("a living process keeps others out, and they say who it is", async () => {
  const project = new Project();
  const child = await holder(project);
  try {
    await expect(takeLock(lockOf(project), { patience: 150 })).rejects.toMatchObject({
      code: "LOCK_BUSY",
      message: `process ${child.pid} has held the lock of .nexus/state for more than 0.2 s. Nothing was changed; call again.`,
    });
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

test("the lock of a process that was killed is free at once", async () => {
  const project = new Project();
  const child = await holder(project);
  child.kill("SIGKILL");
  await once(child, "exit");
  (await takeLock(lockOf(project), { patience: 0 }))();
  expect(existsSync(join(lockOf(project), "held"))).toBe(false);
});

const held = (holder: object | string) => ({ ".lock/held/abc": holder });
const here = async () => {
  const project = new Project();
  const release = await takeLock(lockOf(project));
  const [name = ""] = readdirSync(join(lockOf(project), "held"));
  const holder = project.read(`.lock/held/${name}`) as { pid: number; host: string; started: string };
  release();
  return holder;
};

test("a later process with the same number does not hold what the earlier one held", async () => {
  const holder = { ...(await here()), started: "1" };
  (await takeLock(lockOf(new Project(held(holder))), { patience: 0 }))();
});

test("a holder that nobody can have written counts for nothing", async () => {
  (await takeLock(lockOf(new Project(held("{ half"))), { patience: 0 }))();
});

test("a holder on another machine keeps the lock while it may still live", async () => {
  const project = new Project(held({ pid: 1, host: `not ${hostname()}`, started: "" }));
  await expect(takeLock(lockOf(project), { patience: 0 })).rejects.toThrow(`a process of not ${hostname()} has held`);
});

test("what a process had prepared that has died goes away with the first lock of another", async () => {
  const dead = { ...(await here()), started: "1" };
  const project = new Project({ ...held(dead), ".lock/f00/f00": dead });
  (await takeLock(lockOf(project)))();
  expect(readdirSync(lockOf(project))).toEqual([expect.stringMatching(/^[0-9a-f]{18}$/)]);
});

test("a process prepares its folder once, and again where somebody has removed it", async () => {
  const project = new Project();
  (await takeLock(lockOf(project)))();
  const [first = ""] = readdirSync(lockOf(project));
  (await takeLock(lockOf(project)))();
  expect(readdirSync(lockOf(project))).toEqual([first]);

  rmSync(lockOf(project), { recursive: true });
  (await takeLock(lockOf(project), { patience: 0 }))();
  expect(readdirSync(lockOf(project))).not.toEqual([first]);
});

test("a folder that was emptied in the moment of taking it holds nothing", async () => {
  const project = new Project();
  (await takeLock(lockOf(project)))();
  const [first = ""] = readdirSync(lockOf(project));
  rmSync(join(lockOf(project), first, first));
  const release = await takeLock(lockOf(project), { patience: 0 });
  expect(readdirSync(join(lockOf(project), "held"))).toEqual([expect.not.stringMatching(first)]);
  release();
});

test("a lock that another machine has broken and taken is not given back for it", async () => {
  const project = new Project();
  const release = await takeLock(lockOf(project));
  const [own = ""] = readdirSync(join(lockOf(project), "held"));
  rmSync(join(lockOf(project), "held", own));
  project.write(".lock/held/other", JSON.stringify({ pid: 1, host: "another", started: "" }));
  release();
  expect(readdirSync(join(lockOf(project), "held"))).toEqual(["other"]);
  await expect(takeLock(lockOf(project), { patience: 0 })).rejects.toThrow("a process of another has held");
});

test("a lock that was held for long counts from when it was taken, not from when its folder was made", async () => {
  const project = new Project();
  (await takeLock(lockOf(project)))();
  const [own = ""] = readdirSync(lockOf(project));
  const file = join(lockOf(project), own, own);
  utimesSync(file, new Date(0), new Date(0));
  const release = await takeLock(lockOf(project));
  expect(Date.now() - statSync(join(lockOf(project), "held", own)).mtimeMs).toBeLessThan(20_000);
  release();
});

test("a folder that cannot be written is named", async () => {
  const project = new Project({ blocked: "a file" });
  await expect(takeLock(join(project.root, "blocked/.lock"))).rejects.toMatchObject({
    code: "LOCK_UNWRITABLE",
    message: expect.stringContaining(`${join(project.root, "blocked")} cannot be written: `),
  });
});

test("an empty folder of a holder who has let go is free", async () => {
  const project = new Project();
  mkdirSync(join(lockOf(project), "held"), { recursive: true });
  (await takeLock(lockOf(project), { patience: 0 }))();
});
