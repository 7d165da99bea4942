import { basename } from "node:path";
import { type FoundText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import type { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { appendLine, deleteFile, prepareText, renameFile, syncFolderOf } from "@nexus-core/service/files/write-file";
import { schemaProblem } from "@nexus-core/service/params/schema-problem";
import { isUnsafe, ToolError } from "../contract/tool-error.js";
import type { AgentTracker } from "../generated/contract.js";
import { foundAt, jsonProblem, readIfThere, writing } from "../store/state-file.js";
import type { EventChanges } from "./event.js";
import { namespaceBreaches } from "./event-schemas.js";
import { editedFiles, MOST_LOG_BYTES, type ToolLogEntry } from "./tool-log.js";
import { isLegacyTracker } from "./tracked-agents.js";

/** A tracker as it was found. */
export interface FoundTracker {
  readonly entries: AgentTracker;
  /** What is wrong with the file, whose entries are not known then. */
  readonly problem?: string;
}

/** What came of writing the changes of an event. */
export interface Committed {
  readonly aside: string | undefined;
  /** In sentences. */
  readonly problems: readonly string[];
}

export const STATE = ".nexus/state";

/** Name of the log of reads, in the folder of each harness. */
export const ACCESS_LOG = "memory-access.jsonl";

const IGNORE = ".nexus/.gitignore";

/** Where earlier versions kept the one tracker of all harnesses. */
const LEGACY_TRACKER = `${STATE}/agent-tracker.json`;

/** The files of one harness in a project, below `.nexus/state/{harness-id}/`. Nothing is kept in memory between events. */
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
      entries = JSON.parse(found.text);
    } catch (thrown) {
      return { entries: [], problem: `it is not valid JSON (${jsonProblem(thrown, found)})` };
    }
    const [breach] = namespaceBreaches("agent-tracker", entries);
    if (breach === undefined) return { entries: entries as AgentTracker };
    const { place, problem } = schemaProblem(breach);
    return { entries: [], problem: `it breaks its schema at ${place}, ${problem}` };
  }

  accessLog(): string {
    return readIfThere(this.root, this.accessFile)?.text ?? "";
  }

  /** @throws ToolError UNSAFE_FILE or STATE_UNREADABLE */
  loggedEdits(counts: (edit: ToolLogEntry) => boolean): ReadonlySet<string> | null | undefined {
    const found = readIfThere(this.root, this.logFile, MOST_LOG_BYTES);
    return found === null ? null : editedFiles(found.text, counts);
  }

  /**
   * Writes what an event has changed, each file as a whole. The lock must be held.
   * @param isBroken whether the tracker that is there is malformed; it is then moved aside before another is written
   * @returns the file that a malformed tracker was moved to, and what was left unwritten because it must not be touched
   * @throws ToolError that names the file that could not be written
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

  /** Nobody can say what a malformed tracker is worth, so it is kept (`core.tracker.malformed-kept`). */
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

  /** Anything but what earlier versions wrote there is somebody else's file. */
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
