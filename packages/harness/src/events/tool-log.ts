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

/** The edit that a line of the log tells of, if it does. A line that was cut off says nothing. */
export function loggedEdit(line: string): readonly ToolLogEntry[] {
  try {
    const entry: unknown = JSON.parse(line);
    const isEntry = typeof entry === "object" && entry !== null && !Array.isArray(entry);
    return isEntry && (entry as ToolLogEntry).edit === true ? [entry as ToolLogEntry] : [];
  } catch {
    return [];
  }
}
