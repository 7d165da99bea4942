import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { inside, readIfThere } from "./files.mjs";
import { asJson, writeWhole } from "./state.mjs";

const STATE = ".nexus/state";
const TRACKER = "agent-tracker.json";

/** The files of one harness in a project. Nothing of them is kept in memory. */
export class Namespace {
  constructor(project, id) {
    this.id = id;
    this.project = project;
    this.tracker = `${STATE}/${id}/${TRACKER}`;
    this.reads = `${STATE}/${id}/memory-access.jsonl`;
    this.log = `${STATE}/${id}/tool-log.jsonl`;
  }

  get accessLog() {
    return readIfThere(this.project, this.reads) ?? "";
  }

  /** Its lines, undefined where there is no log. One that a crash has cut off says nothing. */
  get toolLog() {
    const lines = readIfThere(this.project, this.log)?.split("\n");
    return lines?.flatMap((line) => parse(line).value ?? []);
  }

  /** The entries, null where there is no tracker. A broken one counts as empty; the problem says what is wrong. */
  readTracker() {
    const text = readIfThere(this.project, this.tracker);
    if (text === undefined) return { entries: null };
    const { value, problem } = parse(text);
    if (Array.isArray(value) && value.every((entry) => entry?.constructor === Object)) return { entries: value };
    return { entries: [], problem: problem ?? "it is not a list of agents" };
  }

  commit({ isNewSession = false, tracker, accessLog, toolLog }) {
    const path = (file) => inside(this.project, file);
    if (isNewSession) {
      const ignore = path(".nexus/.gitignore");
      if (!existsSync(ignore)) writeWhole(ignore, "state/\n");
      rmSync(path(`${STATE}/${TRACKER}`), { force: true }); // where earlier versions kept it
    }
    if (tracker === null) rmSync(path(this.tracker), { force: true });
    else if (tracker !== undefined) writeWhole(path(this.tracker), asJson(tracker));
    if (accessLog !== undefined) writeWhole(path(this.reads), accessLog);
    if (toolLog !== undefined) this.#addToLog(JSON.stringify(toolLog));
  }

  /** Nobody can tell what a broken tracker is worth, so it is kept beside the new one. */
  moveTrackerAside() {
    const path = inside(this.project, this.tracker);
    for (let n = 1; ; n += 1) {
      const aside = `${path}.broken${n === 1 ? "" : `-${n}`}`;
      if (!existsSync(aside)) return renameSync(path, aside);
    }
  }

  #addToLog(line) {
    const path = inside(this.project, this.log);
    const isCutOff = /[^\n]$/.test(readIfThere(this.project, this.log) ?? "");
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${isCutOff ? "\n" : ""}${line}\n`);
  }
}

function parse(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error.message };
  }
}
