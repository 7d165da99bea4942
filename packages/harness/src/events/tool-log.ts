import type { PostToolUseParams } from "../generated/contract.js";
import { isEdit } from "./semantic-classes.js";

/** One line of tool-log.jsonl. */
export interface ToolLogEntry {
  readonly timestamp: string;
  readonly agent_id?: string;
  readonly agent_name?: string;
  readonly tool: string;
  readonly file_path?: string;
  /** Set if the tool changed the file. */
  readonly edit?: true;
  readonly status: "ok" | "error";
  readonly error?: string;
}

/** The log entry for a tool that ran. */
export function toolLogEntry(
  { tool, agent_id, agent_name, semantic_classes = [], status = "ok", error }: PostToolUseParams,
  file: string | undefined,
  now: string,
): ToolLogEntry {
  return {
    timestamp: now,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(agent_name === undefined ? {} : { agent_name }),
    tool,
    ...(file === undefined ? {} : { file_path: file }),
    ...(status === "ok" && file !== undefined && isEdit(semantic_classes) ? { edit: true } : {}),
    status,
    ...(error === undefined ? {} : { error }),
  };
}

/** Longest log that is read, in bytes. A longer one counts as unreliable. */
export const MOST_LOG_BYTES = 64 * 1024 * 1024;

/** Shorter lines cannot record an edit and are skipped without parsing. */
const SHORTEST_EDIT = '{"edit":true,"file_path":""}'.length;

/** A log with more broken lines counts as unreliable: crashes cut off far fewer. */
const MOST_BROKEN_LINES = 1000;

/**
 * The edited files that a log records. Lines that are not JSON are ignored.
 * @param counts selects the edits to include
 * @returns undefined if too many lines are broken
 */
export function editedFiles(text: string, counts: (edit: ToolLogEntry) => boolean): ReadonlySet<string> | undefined {
  const files = new Set<string>();
  let broken = 0;
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    to = text.indexOf("\n", from);
    if (to === -1) to = text.length;
    if (to - from < SHORTEST_EDIT) continue;
    const entry = entryIn(text.slice(from, to));
    if (entry === undefined) broken += 1;
    if (broken > MOST_BROKEN_LINES) return undefined;
    const file = entry?.edit === true && counts(entry) ? entry.file_path : undefined;
    if (typeof file === "string") files.add(file);
  }
  return files;
}

function entryIn(line: string): ToolLogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" && entry !== null ? (entry as ToolLogEntry) : undefined;
  } catch {
    return undefined;
  }
}
