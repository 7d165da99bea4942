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
import { schemaProblem } from "@nexus-core/service/params/schema-problem";
import { stateBreaches } from "../contract/schemas.js";
import { ToolError } from "../contract/tool-error.js";
import { ARTIFACTS, artifactPath } from "./artifact-path.js";
import { HISTORY_FILE, HistoryFile } from "./history-file.js";
import { leftoversIn } from "./leftovers.js";
import type { Changes, Leftover, OpenState, StateNeeds, StoredState } from "./state.js";
import { isThere, jsonProblem, readIfThere, writing } from "./state-file.js";

const STATE = ".nexus/state";

/** The state files, relative to the project root. */
const FILES = { plan: ".nexus/state/plan.json", tasks: ".nexus/state/tasks.json" } as const;

type SmallState = keyof typeof FILES;

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
   * @throws ToolError naming a file that is not valid JSON or breaks its schema
   */
  load({ reads, writes, isTolerant = false }: StateNeeds): OpenState {
    const archives = reads.includes("history");
    // Leftovers must be recognized even if the tool itself does not need the file.
    const read = <Name extends SmallState>(name: Name) => {
      if (reads.includes(name) && !isTolerant) return this.read(name);
      return reads.includes(name) || archives ? ifWhole(() => this.read(name)) : null;
    };
    const [plan, tasks] = [read("plan"), read("tasks")];
    const history = archives
      ? this.history.facts(writes)
      : plan === null && tasks === null
        ? null
        : ifWhole(() => this.history.facts(writes));
    const leftovers = leftoversIn({ plan, tasks, history });
    const open = <Value>(file: SmallState, value: Value) =>
      reads.includes(file) && !leftovers.some((leftover) => leftover.file === file) ? value : null;
    return {
      plan: open("plan", plan),
      tasks: open("tasks", tasks),
      history,
      leftovers,
      cycles: () => this.history.cycles(),
    };
  }

  /**
   * Prepares all new files beside the old ones, then moves them into place. History comes first, and archived files are
   * deleted last, so that a crash in between loses nothing: the remaining files are leftovers (see `leftoversIn`).
   * @throws ToolError naming the file that could not be written. Everything that can fail comes before the first change.
   */
  commit({ archive, plan, tasks, artifact }: Changes, leftovers: readonly Leftover[] = []): void {
    const prepared: { readonly file: string; readonly content: PreparedFile }[] = [];
    const prepare = (file: string, content: () => PreparedFile) => {
      prepared.push({ file, content: writing(file, content) });
    };
    try {
      if (archive !== undefined) prepare(HISTORY_FILE, () => this.history.prepareAppend(archive));
      for (const [name, value] of Object.entries({ plan, tasks }) as [SmallState, object | null | undefined][]) {
        if (value === undefined || value === null) continue;
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

  private read<Name extends SmallState>(name: Name): StoredState[Name] {
    const file = FILES[name];
    const found = readIfThere(this.root, file);
    if (found === null) return null;
    const value = parse(file, found);
    const [breach] = stateBreaches(name, value);
    if (breach !== undefined) {
      // A place can contain text from the file, which must stay secret if the file was reached over a link.
      const { place, problem } = schemaProblem(breach);
      throw ToolError.of("STATE_INVALID", { file, place: found.isLinked ? "a place" : place, problem });
    }
    return value as StoredState[Name];
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

function parse(file: string, found: FoundText): unknown {
  try {
    return JSON.parse(found.text);
  } catch (error) {
    throw ToolError.of("STATE_NOT_JSON", { file, reason: jsonProblem(error, found) }, error);
  }
}
