import type { PostToolUseParams } from "../generated/contract.js";
import { isEdit } from "./semantic-classes.js";

/** One line of tool-log.jsonl. */
export interface ToolLogEntry {
  readonly timestamp: string;
  readonly agent_id?: string;
  readonly agent_name?: string;
  readonly tool: string;
  readonly file_path?: string;
  /** There where the tool has changed the file. */
  readonly edit?: true;
  readonly status: "ok" | "error";
  readonly error?: string;
}

/** The line for a tool that has run. */
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

/** Bytes of a log that is read. What stands in a longer one is not known. */
export const MOST_LOG_BYTES = 64 * 1024 * 1024;

/** A shorter line tells of no edit. */
const SHORTEST_EDIT = '{"edit":true,"file_path":""}'.length;

/** More lines than were ever cut off. What such a log once said is not known. */
const MOST_BROKEN_LINES = 1000;

/**
 * The files that were edited, by the text of a log. A line that was cut off says nothing.
 * @param counts whether an edit is one of those that are asked for
 * @returns undefined where too much of the log is broken
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
