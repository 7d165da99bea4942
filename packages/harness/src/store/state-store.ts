import { accessSync, constants } from "node:fs";
import { atPlace } from "@nexus-core/service/files/place";
import type { FoundText } from "@nexus-core/service/files/read-file";
import { systemReason } from "@nexus-core/service/files/system-error";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import {
  checkDeletable,
  deleteFile,
  type PreparedFile,
  prepareText,
  syncFolderOf,
} from "@nexus-core/service/files/write-file";
import { LockBusy, type LockOptions, type Release, takeLock } from "@nexus-core/service/lock/lock";
import { ToolError } from "../contract/tool-error.js";
import type { Cycle } from "../generated/contract.js";
import { ARTIFACTS, artifactPath } from "./artifact-path.js";
import { HISTORY_FILE, HistoryFile } from "./history-file.js";
import { leftoversIn } from "./leftovers.js";
import { restored } from "./restore.js";
import type { Changes, HeldState, Leftover, LoadedState, StateNeeds } from "./state.js";
import { isThere, jsonProblem, parseFound, readIfThere, writing } from "./state-file.js";
import { type Held, isStored, planIn, type Stored, tasksIn } from "./stored.js";

const STATE = ".nexus/state";

/** The state files, relative to the project root. */
const FILES = { plan: ".nexus/state/plan.json", tasks: ".nexus/state/tasks.json" } as const;

type SmallState = keyof typeof FILES;

/** The form of this version for each file, and the lists that a file must not have anything else in place of. */
const FORMS = { plan: { form: planIn, lists: ["issues"] }, tasks: { form: tasksIn, lists: ["tasks", "decisions"] } };

/** What a task list is written with, even if an older one lacks it. */
const EMPTY_LIST = { goal: "", decisions: [] };

const NOTHING_OPEN: Pick<LoadedState, "held" | "leftovers"> = { held: { plan: null, tasks: null }, leftovers: [] };

/** The state files of one project. Every call reads them again (`core.state.read-each-call`). */
export class StateStore {
  private readonly history: HistoryFile;

  constructor(
    private readonly root: string,
    harnessId: string,
  ) {
    this.history = new HistoryFile(root, `${STATE}/${harnessId}`);
  }

  /** Whether the project has any state that two processes could change at the same time. */
  get exists(): boolean {
    return isThere(this.root, STATE);
  }

  /**
   * Takes the lock, which keeps out every other writer until its release.
   * @throws ToolError LOCK_BUSY, LOCK_UNWRITABLE or UNSAFE_FILE
   */
  async lock(options?: LockOptions): Promise<Release> {
    const folder = `${STATE}/.lock`;
    try {
      return await takeLock(this.root, folder, options);
    } catch (thrown) {
      if (thrown instanceof LockBusy) throw ToolError.of("LOCK_BUSY", { who: thrown.holder, seconds: thrown.seconds });
      if (thrown instanceof UnsafePath)
        throw ToolError.of("UNSAFE_FILE", { file: folder, problem: thrown.message }, thrown);
      throw ToolError.of("LOCK_UNWRITABLE", { folder, reason: systemReason(thrown) }, thrown);
    }
  }

  /**
   * Reads the files that a tool needs, without the leftovers of an interrupted archive. A tool that writes must hold the
   * lock.
   * @throws ToolError naming a file that is not valid JSON, or does not have the form of any version
   */
  load({ reads, writes, isTolerant = false }: StateNeeds): LoadedState {
    const needsHistory = reads.includes("history");
    // Leftovers must be recognized even if the tool itself does not need the file.
    const read = <Name extends SmallState>(name: Name): HeldState[Name] => {
      if (reads.includes(name) && !isTolerant) return this.read(name);
      return reads.includes(name) || needsHistory ? ifWhole(() => this.read(name)) : null;
    };
    const [plan, tasks] = [read("plan"), read("tasks")];
    const history = needsHistory
      ? this.history.facts(writes)
      : plan === null && tasks === null
        ? null
        : ifWhole(() => this.history.facts(writes));
    const leftovers = leftoversIn({ plan, tasks }, history);
    const open = <Value>(file: SmallState, value: Value) =>
      reads.includes(file) && !leftovers.some((leftover) => leftover.file === file) ? value : null;
    const held = { plan: open("plan", plan), tasks: open("tasks", tasks) };
    return {
      plan: held.plan?.value ?? null,
      tasks: held.tasks?.value ?? null,
      held,
      history,
      leftovers,
      cycles: () => this.history.cycles(),
    };
  }

  /**
   * Prepares all new files beside the old ones, then moves them into place. History comes first, and archived files are
   * deleted last, so that a crash in between loses nothing: the remaining files are leftovers (see `leftoversIn`).
   * @param state the state that the changes were made to
   * @throws ToolError naming the file that could not be written. What fails most often, writing new files, comes first.
   */
  commit({ archive, plan, tasks, artifact }: Changes, { held, leftovers } = NOTHING_OPEN): void {
    const prepared: { readonly file: string; readonly content: PreparedFile }[] = [];
    const prepare = (file: string, content: () => PreparedFile) => {
      prepared.push({ file, content: writing(file, content) });
    };
    try {
      if (archive !== undefined) prepare(HISTORY_FILE, () => this.history.prepareAppend(asStored(archive, held)));
      for (const [name, next] of Object.entries({ plan, tasks }) as [SmallState, object | null | undefined][]) {
        if (next === undefined || next === null) continue;
        // A file that replaces an archived one takes nothing from it.
        const kept = archive === undefined ? restored(next, held[name]?.value, held[name]?.stored) : next;
        const value = name === "tasks" ? { ...EMPTY_LIST, ...Object(kept) } : kept;
        prepare(FILES[name], () => prepareText(this.root, FILES[name], `${JSON.stringify(value, null, 2)}\n`));
      }
      if (artifact !== undefined) {
        artifactPath(this.root, artifact.filename);
        const file = `${ARTIFACTS}/${artifact.filename}`;
        prepare(file, () => prepareText(this.root, file, artifact.content, { within: ARTIFACTS }));
      }
      // If a file could be archived but not deleted, the call would be refused although it took effect.
      if (plan === null) this.checkDeletable("plan");
      if (tasks === null) this.checkDeletable("tasks");
    } catch (thrown) {
      for (const { content } of prepared) content.discard();
      throw thrown;
    }
    if (archive !== undefined) this.clear(leftovers.filter(({ file }) => ({ plan, tasks })[file] !== undefined));
    for (let next = prepared.shift(); next !== undefined; next = prepared.shift()) {
      const { file, content } = next;
      try {
        writing(file, () => content.commit());
        // History must be durable before the archived files are deleted.
        if (file === HISTORY_FILE) writing(file, () => syncFolderOf(this.root, file));
      } catch (thrown) {
        for (const { content: rest } of prepared) rest.discard();
        throw thrown;
      }
    }
    if (plan === null) writing(FILES.plan, () => deleteFile(this.root, FILES.plan));
    if (tasks === null) writing(FILES.tasks, () => deleteFile(this.root, FILES.tasks));
    if (plan !== undefined || tasks !== undefined) writing(STATE, () => syncFolderOf(this.root, FILES.plan));
  }

  private checkDeletable(name: SmallState): void {
    writing(STATE, () =>
      atPlace(this.root, FILES[name], {}, ({ folder }) => accessSync(folder.at("."), constants.W_OK)),
    );
    writing(FILES[name], () => checkDeletable(this.root, FILES[name]));
  }

  /** Deletes leftovers before another cycle is archived: only the last cycle shows that they are closed. */
  private clear(leftovers: readonly Leftover[]): void {
    for (const { file } of leftovers) writing(FILES[file], () => deleteFile(this.root, FILES[file]));
    if (leftovers.length > 0) writing(STATE, () => syncFolderOf(this.root, FILES.plan));
  }

  private read<Name extends SmallState>(name: Name): HeldState[Name] {
    const file = FILES[name];
    const found = readIfThere(this.root, file);
    if (found === null) return null;
    const value = parse(file, found);
    const refuse = (place: string, type: string) =>
      ToolError.of("STATE_INVALID", { file, place, problem: `it must be of type ${type}` });
    if (!isStored(value)) throw refuse("its top", "object");
    const { form, lists } = FORMS[name];
    for (const list of lists) if (!Array.isArray(value[list] ?? [])) throw refuse(list, "array");
    return { stored: value, value: form(value) } as Held<unknown> as HeldState[Name];
  }
}

/**
 * Treats a broken file as missing, because it must not affect tools that do not need it
 * (`core.state.broken-elsewhere`).
 */
function ifWhole<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** A cycle as it goes into history: what it takes from plan and tasks is exactly what their files held. */
function asStored(cycle: Cycle, { plan, tasks }: HeldState): Stored {
  const { schema_version: _, tasks: items = [], ...others } = tasks?.stored ?? {};
  const { goal, decisions, tasks: list } = tasks?.value ?? {};
  const read = { plan: plan?.value, goal, decisions, tasks: list };
  const stored = { ...others, plan: plan?.stored, tasks: items };
  return restored({ ...cycle }, read, stored) as Stored;
}

function parse(file: string, found: FoundText): unknown {
  try {
    return parseFound(found);
  } catch (error) {
    throw ToolError.of("STATE_NOT_JSON", { file, reason: jsonProblem(error, found) }, error);
  }
}
