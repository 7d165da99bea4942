/** Where files stand, and what is left of other versions and of interrupted calls. */

import type { Entry, Noticed } from "../../../conformance/inspect/inspection.js";

const FOLDERS = new Set(["memory", "context", "rules", "state"]);
const FILES = new Set([".gitignore", "history.json"]);
const STATE = new Set(["plan.json", "tasks.json", "tool-log.jsonl", "artifacts"]);
const RESERVED = new Set(["plan.json", "tasks.json", "history.json"]);

/** Files at the root of the state folder, by the last version that kept them there. */
const LEGACY: Readonly<Record<string, string>> = {
  "runtime.json": "versions 0.2 to 0.5 wrote it",
  "agent-tracker.json": "up to version 0.6 the tracker was here; a session that starts removes it",
  "edit-tracker.json": "up to version 0.8 it was here; task_close removes it",
  "reopen-tracker.json": "up to version 0.8 it was here; task_close removes it",
  "memory-access.jsonl": "it is kept in the folder of each harness",
};

export function placeNotes(entries: readonly Entry[]): readonly Noticed[] {
  return entries.flatMap(({ path, kind }): readonly Noticed[] => {
    const [, first, second, third, deeper] = path.split("/");
    const note = (rule: string, message: string) => [{ rule, file: path, message }];
    if (first === undefined || kind === "link" || kind === "special" || deeper !== undefined) return [];
    if (second === undefined) {
      if (first.startsWith("bak.") && kind === "folder")
        return note("places/backup", "this looks like a backup of the folder");
      if (FOLDERS.has(first) ? kind === "folder" : FILES.has(first) || isTemporary(first)) return leftover(path, first);
      return note("places/unknown", `the contract knows no ${kind} of this name`);
    }
    if (first !== "state") return leftover(path, third ?? second);
    if (third === undefined) return stateNotes(path, second, kind);
    if (second === "artifacts") return [];
    if (RESERVED.has(third)) return note("places/reserved", "it has the name of a shared file");
    return leftover(path, third);
  });
}

function stateNotes(path: string, name: string, kind: Entry["kind"]): readonly Noticed[] {
  const note = (rule: string, message: string) => [{ rule, file: path, message }];
  // A harness may keep locks and caches of its own here, hidden.
  if (STATE.has(name) || name.startsWith(".")) return leftover(path, name);
  if (kind === "folder") {
    if (/^[a-z][a-z0-9-]*$/u.test(name)) return [];
    return note("places/namespace", "the name cannot be the id of a harness");
  }
  const legacy = Object.hasOwn(LEGACY, name) ? LEGACY[name] : undefined;
  if (legacy !== undefined) return note("places/legacy", legacy);
  return isTemporary(name) ? leftover(path, name) : note("places/unknown", "the contract knows no file of this name");
}

function leftover(path: string, name: string): readonly Noticed[] {
  return isTemporary(name) ? [{ rule: "places/leftover", file: path, message: "this is a temporary file" }] : [];
}

function isTemporary(name: string): boolean {
  return /(?:\.tmp|\.bak|\.swp|~)$/u.test(name);
}
