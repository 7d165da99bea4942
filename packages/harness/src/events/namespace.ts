import { basename } from "node:path";
import { type FoundText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import type { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { appendLine, deleteFile, prepareText, renameFile, syncFolderOf } from "@nexus-core/service/files/write-file";
import { isUnsafe, ToolError } from "../contract/tool-error.js";
import type { AgentTracker } from "../generated/contract.js";
import { foundAt, jsonProblem, parseFound, readIfThere, writing } from "../store/state-file.js";
import { isStored } from "../store/stored.js";
import type { EventChanges } from "./event.js";
import { editedFiles, MOST_LOG_BYTES, type ToolLogEntry } from "./tool-log.js";
import { isLegacyTracker } from "./tracked-agents.js";

/** The tracker file as read. */
export interface FoundTracker {
  readonly entries: AgentTracker;
  /** What is wrong with the file. If set, the entries are unknown and the list is empty. */
  readonly problem?: string;
}

/** The outcome of writing an event's changes. */
export interface Committed {
  readonly aside: string | undefined;
  /** Complete sentences. */
  readonly problems: readonly string[];
}

export const STATE = ".nexus/state";

/** Name of the read log in each harness's folder. */
export const ACCESS_LOG = "memory-access.jsonl";

const IGNORE = ".nexus/.gitignore";

/** Where earlier versions kept one tracker for all harnesses. */
const LEGACY_TRACKER = `${STATE}/agent-tracker.json`;

/** One harness's files in a project, below `.nexus/state/{harness-id}/`. Every event reads them again. */
export class Namespace {
  /** From the root of the project. */
  readonly trackerFile: string;
  private readonly accessFile: string;
  private readonly logFile: string;

  constructor(
    private readonly root: string,
    readonly harnessId: string,
  ) {
    const folder = `${STATE}/${harnessId}`;
    this.trackerFile = `${folder}/agent-tracker.json`;
    this.accessFile = `${folder}/${ACCESS_LOG}`;
    this.logFile = `${folder}/tool-log.jsonl`;
  }

  /** @throws ToolError UNSAFE_FILE or STATE_UNREADABLE */
  tracker(): FoundTracker {
    let found: FoundText | null;
    try {
      found = readIfThere(this.root, this.trackerFile);
    } catch (thrown) {
      const isTooLarge = isUnsafe(thrown) && (thrown.cause as UnsafePath).kind === "size";
      if (isTooLarge) return { entries: [], problem: "it is larger than any tracker" };
      throw thrown;
    }
    if (found === null) return { entries: [] };
    let entries: unknown;
    try {
      entries = parseFound(found);
    } catch (thrown) {
      return { entries: [], problem: `it is not valid JSON (${jsonProblem(thrown, found)})` };
    }
    // What an entry of another version lacks hinders no event, so entries are not checked further.
    const isTracker = Array.isArray(entries) && entries.every(isStored);
    return isTracker ? { entries: entries as AgentTracker } : { entries: [], problem: "it is not a list of agents" };
  }

  /** @throws ToolError as {@link tracker} does, and STATE_UNREADABLE for bytes that rewriting would change */
  accessLog(): string {
    const found = readIfThere(this.root, this.accessFile);
    if (found === null) return "";
    if (found.isUtf8) return found.text;
    throw ToolError.of("STATE_UNREADABLE", { file: this.accessFile, reason: "it is not UTF-8" });
  }

  /** @throws ToolError UNSAFE_FILE or STATE_UNREADABLE */
  loggedEdits(counts: (edit: ToolLogEntry) => boolean): ReadonlySet<string> | null | undefined {
    const found = readIfThere(this.root, this.logFile, MOST_LOG_BYTES);
    return found === null ? null : editedFiles(found.text, counts);
  }

  /**
   * Writes an event's changes. The caller must hold the lock.
   * @param isBroken whether the existing tracker is malformed. It is then moved aside before a new one is written.
   * @returns where a malformed tracker was moved, and which files were unsafe to write
   * @throws ToolError naming the file that could not be written
   */
  commit({ tracker, accessLog, toolLog, isNewSession = false }: EventChanges, isBroken: boolean): Committed {
    let aside: string | undefined;
    const problems: string[] = [];
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (thrown) {
        if (!isUnsafe(thrown)) throw thrown;
        problems.push(thrown.message);
      }
    };
    if (isBroken && tracker !== undefined) {
      attempt(() => {
        aside = this.moveAside();
      });
    }
    if (isNewSession) attempt(() => this.beginSession());
    if (tracker !== undefined) attempt(() => this.writeTracker(tracker));
    if (accessLog !== undefined) attempt(() => this.replace(this.accessFile, accessLog));
    if (toolLog !== undefined) attempt(() => this.append(this.logFile, JSON.stringify(toolLog)));
    return { aside, problems };
  }

  private beginSession(): void {
    if (writing(IGNORE, () => foundAt(this.root, IGNORE)) === undefined) this.replace(IGNORE, "state/\n");
    if (this.hasLegacyTracker()) writing(LEGACY_TRACKER, () => deleteFile(this.root, LEGACY_TRACKER));
  }

  private writeTracker(tracker: AgentTracker | null): void {
    if (tracker === null) writing(this.trackerFile, () => deleteFile(this.root, this.trackerFile));
    else this.replace(this.trackerFile, `${JSON.stringify(tracker, null, 2)}\n`);
  }

  /** A malformed tracker may still be of use to its owner, so it is never deleted (`core.tracker.malformed-kept`). */
  private moveAside(): string {
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${this.trackerFile}.broken${n === 1 ? "" : `-${n}`}`);
    const free = names.find((name) => foundAt(this.root, name) === undefined);
    if (free === undefined) {
      const reason = `${names.length} broken trackers are beside it already`;
      throw ToolError.of("STATE_UNWRITABLE", { file: this.trackerFile, reason });
    }
    writing(this.trackerFile, () => renameFile(this.root, this.trackerFile, basename(free)));
    return free;
  }

  private replace(file: string, text: string): void {
    writing(file, () => {
      prepareText(this.root, file, text).commit();
      syncFolderOf(this.root, file);
    });
  }

  private append(file: string, line: string): void {
    writing(file, () => appendLine(this.root, file, line));
  }

  /** A file that earlier versions did not write belongs to someone else and must not be deleted. */
  private hasLegacyTracker(): boolean {
    try {
      const found = readIfThere(this.root, LEGACY_TRACKER, SMALL_BYTES);
      return found !== null && !found.isLinked && isLegacyTracker(found.text);
    } catch (thrown) {
      if (thrown instanceof ToolError) return false;
      throw thrown;
    }
  }
}
