/**
 * Loaded before a program. Every synchronous call to the file system below CRASH_ROOT is an operation, which `before:N`
 * and `half:N` may choose, see crash-point.mjs. Only a write has a middle; any other operation ends before it is done.
 * CRASH_COUNT prints the number of operations at the end.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { crash, crashMoment, operationsSoFar } from "./crash-point.mjs";

const { CRASH_ROOT = "", CRASH_COUNT = "" } = process.env;
const descriptors = new Set();
const { readlinkSync, writeFileSync, writeSync } = fs;

for (const name of Object.keys(fs).filter((key) => key.endsWith("Sync"))) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (!concernsProject(args[0]) && !concernsProject(args[1])) return original(...args);
    const moment = crashMoment();
    if (moment === "half") writeHalf(name, args);
    if (moment !== undefined) crash();
    const result = original(...args);
    if (name === "openSync") descriptors.add(result);
    if (name === "closeSync") descriptors.delete(args[0]);
    return result;
  };
}
syncBuiltinESMExports();

function concernsProject(argument) {
  if (typeof argument !== "string") return descriptors.has(argument);
  const [descriptor] = /^\/proc\/self\/fd\/\d+/.exec(argument) ?? [];
  return (descriptor === undefined ? argument : pathOf(descriptor)).startsWith(CRASH_ROOT);
}

/** The program may reach files through open folders, whose paths only the system knows. */
function pathOf(descriptor) {
  try {
    return readlinkSync(descriptor);
  } catch {
    return "";
  }
}

function writeHalf(name, [target, content, third, length, position]) {
  if (name === "writeFileSync") writeFileSync(target, content.slice(0, Math.floor(content.length / 2)), third);
  if (name === "writeSync") writeSync(target, content, third ?? 0, Math.floor(length / 2), position);
}

if (CRASH_COUNT !== "") {
  process.on("exit", () => process.stdout.write(`${JSON.stringify({ operations: operationsSoFar() })}\n`));
}
