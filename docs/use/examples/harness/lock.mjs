import { randomUUID } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inside } from "./files.mjs";

const PATIENCE_MS = 15_000;
const OTHER_MACHINE_MS = 12_000; // no call holds the lock for as long
const host = hostOfPids();

/** Does some work while no other process does any. */
export async function withLock(project, work) {
  const name = randomUUID();
  const folder = join(inside(project, `.nexus/state/.lock/${name}`), "..");
  const held = join(folder, "held");
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, name), JSON.stringify({ pid: process.pid, host, started: "" }));
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    try {
      renameSync(join(folder, name), held); // works only while held is missing or empty
      break;
    } catch {
      if (Date.now() > deadline) {
        rmSync(join(folder, name), { recursive: true, force: true });
        throw new Error(`${held} has been held for ${PATIENCE_MS / 1000} s. Nothing was changed; call again.`);
      }
      removeDeadHolder(folder, held);
      await pause(1 + Math.random() * 10);
    }
  }
  try {
    return work();
  } finally {
    rmSync(join(held, name), { force: true });
  }
}

/** By the name of its file, so that a lock which somebody else has taken meanwhile is never broken. */
function removeDeadHolder(folder, held) {
  try {
    if (!lstatSync(held).isDirectory()) return renameSync(held, join(folder, `foreign-${randomUUID()}`));
    const [name] = readdirSync(held);
    const file = join(held, name);
    const { pid, host: where } = holderIn(file);
    const age = Math.abs(Date.now() - lstatSync(file).mtimeMs);
    if (where === host ? isAlive(pid) : where !== undefined && age < OTHER_MACHINE_MS) return;
    renameSync(file, join(folder, `foreign-${randomUUID()}`)); // kept: perhaps no harness has made it
  } catch {
    // It has let go in this moment.
  }
}

function holderIn(file) {
  try {
    return lstatSync(file).isFile() ? JSON.parse(readFileSync(file, "utf8")) : {};
  } catch {
    return {};
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Two containers may use the same pids, and a prepared project cannot contain the start time of this machine. */
function hostOfPids() {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")} ${boot}`;
  } catch {
    return hostname();
  }
}
