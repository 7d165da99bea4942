/**
 * Loaded before the harness in the processes of the crash campaign. Counts every synchronous call into the file system
 * below the project and kills the process at the one that CRASH_AT names: before it is done or, with CRASH_HALF, in
 * the middle, which only a write has. A kill cannot be caught, so nothing of the harness runs behind it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { CRASH_AT = "", CRASH_HALF = "", CRASH_ROOT = "", CRASH_COUNT = "" } = process.env;
const killAt = Number(CRASH_AT);
const descriptors = new Set();
const { readlinkSync } = fs;
let count = 0;

for (const name of Object.keys(fs).filter((key) => key.endsWith("Sync"))) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (!concernsProject(args[0]) && !concernsProject(args[1])) return original(...args);
    count += 1;
    if (count === killAt) {
      if (CRASH_HALF !== "") writeHalf(name, args);
      process.kill(process.pid, "SIGKILL");
    }
    const result = original(...args);
    if (name === "openSync") descriptors.add(result);
    if (name === "closeSync") descriptors.delete(args[0]);
    return result;
  };
}
const { writeSync, writeFileSync } = fs;
syncBuiltinESMExports();

function concernsProject(argument) {
  if (typeof argument !== "string") return descriptors.has(argument);
  const [descriptor] = /^\/proc\/self\/fd\/\d+/.exec(argument) ?? [];
  return (descriptor === undefined ? argument : pathOf(descriptor)).startsWith(CRASH_ROOT);
}

/** The harness reaches files through open folders; the system knows where these are. */
function pathOf(descriptor) {
  try {
    return readlinkSync(descriptor);
  } catch {
    return "";
  }
}

/** Half of what was to be written; any other operation has no middle, and the process ends before it. */
function writeHalf(name, [target, content, third, length, position]) {
  count = Number.NEGATIVE_INFINITY;
  if (name === "writeFileSync") writeFileSync(target, content.slice(0, Math.floor(content.length / 2)), third);
  if (name === "writeSync") writeSync(target, content, third ?? 0, Math.floor(length / 2), position);
}

if (CRASH_COUNT !== "") process.on("exit", () => process.stdout.write(`${JSON.stringify({ operations: count })}\n`));
