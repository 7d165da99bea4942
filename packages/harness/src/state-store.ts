import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deleteWhole, type FileMoves, writeWhole } from "./atomic-write.js";
import { withoutLeftovers } from "./leftovers.js";
import { placeOf, problemOf } from "./problem.js";
import { stateBreaches } from "./schemas.js";
import type { Changes, OpenState, StateName, StoredState } from "./tool.js";
import { reasonOf, ToolError } from "./tool-error.js";

/** Where each state stands, from the root of the project. */
const FILES: Readonly<Record<StateName, string>> = {
  plan: ".nexus/state/plan.json",
  tasks: ".nexus/state/tasks.json",
  history: ".nexus/history.json",
};

/** The state files of one project. Nothing is kept in memory between calls (`core.state.read-each-call`). */
export class StateStore {
  constructor(
    private readonly root: string,
    private readonly moves?: FileMoves,
  ) {}

  /**
   * Reads the files that a tool needs, and sets leftovers of an interrupted archive aside.
   * @throws ToolError that names the file, when one of them is not valid JSON or breaks its schema
   */
  load(reads: readonly StateName[]): OpenState {
    const needed = <Name extends StateName>(name: Name) => (reads.includes(name) ? this.read(name) : null);
    const stored: StoredState = { plan: needed("plan"), tasks: needed("tasks"), history: needed("history") };
    if (reads.includes("history") || (stored.plan === null && stored.tasks === null)) return withoutLeftovers(stored);
    return withoutLeftovers({ ...stored, history: this.readIfWhole("history") });
  }

  /**
   * Writes history first and clears the files it took in afterwards, so that a crash in between loses nothing: the
   * files are then leftovers (see `withoutLeftovers`).
   * @throws ToolError that names the file that could not be written
   */
  commit({ history, plan, tasks }: Changes): void {
    this.put("history", history);
    this.put("plan", plan);
    this.put("tasks", tasks);
  }

  private read<Name extends StateName>(name: Name): StoredState[Name] {
    const file = FILES[name];
    const text = this.readText(file);
    if (text === null) return null;
    const value = parse(file, text);
    const [breach] = stateBreaches(name, value);
    if (breach !== undefined) {
      throw ToolError.of("STATE_INVALID", { file, place: placeOf(breach), problem: problemOf(breach) });
    }
    return value as StoredState[Name];
  }

  /** A tool that does not need the file must not be hindered by it (`core.state.broken-elsewhere`). */
  private readIfWhole<Name extends StateName>(name: Name): StoredState[Name] | null {
    try {
      return this.read(name);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }

  private readText(file: string): string | null {
    try {
      return readFileSync(join(this.root, file), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw ToolError.of("STATE_UNREADABLE", { file, reason: reasonOf(error) }, error);
    }
  }

  private put(name: StateName, value: object | null | undefined): void {
    if (value === undefined) return;
    const file = FILES[name];
    const path = join(this.root, file);
    try {
      if (value === null) deleteWhole(path, this.moves);
      else writeWhole(path, `${JSON.stringify(value, null, 2)}\n`, this.moves);
    } catch (error) {
      throw ToolError.of("STATE_UNWRITABLE", { file, reason: reasonOf(error) }, error);
    }
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw ToolError.of("STATE_NOT_JSON", { file, reason: reasonOf(error) }, error);
  }
}
