/** What the core contract knows of the files below `.nexus`. */

import type { Inspection, Inspector, Noticed } from "../../../conformance/inspect/inspection.js";
import { Cycles, HISTORY, PLAN, planNotes, TASKS, taskNotes } from "./cycle.js";
import { extensionNotes, trackerNotes } from "./harnesses.js";
import { Reads } from "./memory.js";
import { isPart, type Part, partsOf } from "./parts.js";
import { placeNotes } from "./places.js";
import { ASKED, gitNotes } from "./repository.js";
import { RULES } from "./rules.js";
import { Versions } from "./versions.js";

const SMALL_BYTES = 64 * 1024;

export const inspection: Inspection = {
  folder: ".nexus",
  rules: RULES,
  limits: { ".nexus/state/*/agent-tracker.json": SMALL_BYTES },
  needs: { [PLAN]: "issues", [TASKS]: "tasks", [HISTORY]: "cycles" },
  asked: ASKED,
  start: (version) => new CoreInspector(version),
};

class CoreInspector implements Inspector {
  private plan: Part | undefined;
  private tasks: Part | undefined;
  private readonly cycles = new Cycles();
  private readonly reads = new Reads();
  private readonly versions = new Versions();
  private readonly trackers = new Map<string, unknown>();
  private readonly extensions = new Map<string, unknown>();
  private memoryFiles = 0;

  constructor(private readonly version: string) {}

  isOfAnotherVersion(file: string, value: unknown): boolean {
    if (!isPart(value)) return false;
    const written = value["schema_version"];
    // Every cycle is written with its version today, and plans and tasks need none.
    return written === undefined ? file === HISTORY && !("cycles" in value) : written !== this.version;
  }

  document(file: string, value: unknown): readonly Noticed[] {
    if (file.endsWith("/memory-access.jsonl")) return this.reads.notes(file, value);
    if (file.endsWith("/agent-tracker.json")) this.trackers.set(file, value);
    else if (file.endsWith(".extension.json")) this.extensions.set(file, value);
    if (!isPart(value)) return [];
    if (file === PLAN) this.plan = value;
    if (file === TASKS) this.tasks = value;
    const written = value["schema_version"];
    const isShared = file === PLAN || file === TASKS || file === HISTORY;
    return [
      ...(file === PLAN ? planNotes(value) : []),
      ...(isShared && written !== undefined
        ? this.versions.notes(file, "/schema_version", "the file", written, this.version)
        : []),
    ];
  }

  item(file: string, index: number, value: unknown): readonly Noticed[] {
    const written = isPart(value) ? value["schema_version"] : undefined;
    return [
      ...this.cycles.notes(index, value),
      ...this.versions.notes(file, `/cycles/${index}`, "a cycle", written, this.version),
    ];
  }

  end({ entries, git, now }: Parameters<Inspector["end"]>[0]): readonly Noticed[] {
    const files = new Set(entries.filter(({ kind }) => kind === "file").map(({ path }) => path));
    this.memoryFiles = [...files].filter((path) => path.startsWith(".nexus/memory/")).length;
    return [
      ...(this.tasks === undefined ? [] : taskNotes(this.tasks, this.plan)),
      ...this.cycles.activeNotes(this.plan),
      ...[...this.trackers].flatMap(([file, value]) => trackerNotes(file, value, now)),
      ...[...this.extensions].flatMap(([file, value]) => extensionNotes(file, value, this.plan, files)),
      ...this.reads.endNotes(entries, now),
      ...placeNotes(entries),
      ...(git === undefined ? [] : gitNotes(git, entries)),
    ];
  }

  summary(): string {
    const harnesses = new Set([...this.trackers.keys()].map((file) => file.split("/").at(-2) ?? ""));
    const versions = this.versions.shown();
    return [
      this.plan === undefined ? "no plan" : `a plan of ${counted(partsOf(this.plan["issues"]).length, "issue")}`,
      counted(this.tasks === undefined ? 0 : partsOf(this.tasks["tasks"]).length, "task"),
      `${counted(this.cycles.count, "cycle")}${versions === "" ? "" : ` (${versions})`}`,
      counted(this.memoryFiles, "memory file"),
      ...(harnesses.size === 0 ? [] : [`trackers of ${[...harnesses].sort().join(", ")}`]),
    ].join(", ");
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
