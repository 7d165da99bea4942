import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inside, readIfThere } from "./files.mjs";
import { completed } from "./older.mjs";

const FILES = { plan: ".nexus/state/plan.json", tasks: ".nexus/state/tasks.json", history: ".nexus/history.json" };

/** The content of a state file; null when it does not exist. The error for a broken file names it. */
export function readState(project, name, complete = completed[name]) {
  try {
    const text = readIfThere(project, FILES[name]);
    if (text === undefined) return null;
    const content = JSON.parse(text);
    if (content === null || typeof content !== "object" || Array.isArray(content)) throw new Error("it is no object");
    return complete(content);
  } catch (error) {
    throw new Error(`${FILES[name]} cannot be used: ${error.message}`);
  }
}

/** History first: after a crash a cycle may stand in history and be open still, but it is never lost. */
export function commit(project, { archive, artifact, ...files }) {
  if (archive !== undefined) {
    const history = readState(project, "history", (stored) => stored); // older cycles stay as they are
    writeWhole(inside(project, FILES.history), asJson({ ...history, cycles: [...(history?.cycles ?? []), archive] }));
  }
  for (const [name, content] of Object.entries(files)) {
    if (content === null) rmSync(inside(project, FILES[name]), { force: true });
    else writeWhole(inside(project, FILES[name]), asJson(content));
  }
  if (artifact !== undefined) writeWhole(artifact.path, artifact.content);
}

/** Whoever reads the file finds the old content or the new one, also after a crash. */
export function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const beside = join(dirname(path), `.${randomUUID()}.tmp`);
  const file = openSync(beside, "wx");
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(beside, path);
}

export function asJson(content) {
  return `${JSON.stringify(content, null, 2)}\n`;
}
