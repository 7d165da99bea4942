import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { deleteFile, prepareText, syncFolder } from "../atomic-write.js";
import type { AgentTracker } from "../generated/contract.js";
import { placeOf, problemOf } from "../problem.js";
import { readIfThere, writing } from "../state-file.js";
import { reasonOf, ToolError } from "../tool-error.js";
import type { EventChanges } from "./event.js";
import { namespaceBreaches } from "./event-schemas.js";
import { readToolLog, type ToolLogEntry } from "./tool-log.js";

/** A tracker as it was found. */
export interface FoundTracker {
  readonly entries: AgentTracker;
  /** What is wrong with the file, whose entries are not known then. */
  readonly problem?: string;
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

  tracker(): FoundTracker {
    const text = readIfThere(this.root, this.trackerFile);
    if (text === null) return { entries: [] };
    let entries: unknown;
    try {
      entries = JSON.parse(text);
    } catch (thrown) {
      return { entries: [], problem: `it is not valid JSON (${reasonOf(thrown)})` };
    }
    const [breach] = namespaceBreaches("agent-tracker", entries);
    if (breach === undefined) return { entries: entries as AgentTracker };
    return { entries: [], problem: `it breaks its schema at ${placeOf(breach)}, ${problemOf(breach)}` };
  }

  accessLog(): string {
    return readIfThere(this.root, this.accessFile) ?? "";
  }

  toolLog(): readonly ToolLogEntry[] | undefined {
    const text = readIfThere(this.root, this.logFile);
    return text === null ? undefined : readToolLog(text);
  }

  /**
   * Writes what an event has changed, each file as a whole. The lock must be held.
   * @param isBroken whether the tracker that is there is malformed; it is then moved aside before another is written
   * @returns the file that a malformed tracker was moved to
   * @throws ToolError that names the file that could not be written
   */
  commit({ tracker, accessLog, toolLog, isNewSession = false }: EventChanges, isBroken: boolean): string | undefined {
    const aside = isBroken && tracker !== undefined ? this.moveAside() : undefined;
    if (isNewSession) {
      if (!existsSync(this.path(IGNORE))) this.replace(IGNORE, "state/\n");
      writing(LEGACY_TRACKER, () => deleteFile(this.path(LEGACY_TRACKER)));
    }
    if (tracker === null) writing(this.trackerFile, () => deleteFile(this.path(this.trackerFile)));
    else if (tracker !== undefined) this.replace(this.trackerFile, `${JSON.stringify(tracker, null, 2)}\n`);
    if (accessLog !== undefined) this.replace(this.accessFile, accessLog);
    if (toolLog !== undefined) this.append(this.logFile, JSON.stringify(toolLog));
    return aside;
  }

  /** Nobody can say what a malformed tracker is worth, so it is kept (`core.tracker.malformed-kept`). */
  private moveAside(): string {
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${this.trackerFile}.broken${n === 1 ? "" : `-${n}`}`);
    const free = names.find((name) => !existsSync(this.path(name)));
    if (free === undefined) {
      const reason = `${names.length} broken trackers are beside it already`;
      throw ToolError.of("STATE_UNWRITABLE", { file: this.trackerFile, reason });
    }
    writing(this.trackerFile, () => renameSync(this.path(this.trackerFile), this.path(free)));
    return free;
  }

  private replace(file: string, text: string): void {
    writing(file, () => {
      prepareText(this.path(file), text).commit();
      syncFolder(dirname(this.path(file)));
    });
  }

  /** A line that a crash has cut off stays alone on its line. */
  private append(file: string, line: string): void {
    writing(file, () => {
      mkdirSync(dirname(this.path(file)), { recursive: true });
      appendFileSync(this.path(file), `${endsInLine(this.path(file)) ? "" : "\n"}${line}\n`);
    });
  }

  private path(file: string): string {
    return join(this.root, file);
  }
}

function endsInLine(path: string): boolean {
  if (!existsSync(path)) return true;
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last.toString() === "\n");
  } finally {
    closeSync(file);
  }
}
