import type { MemoryAccess } from "nexus-core";
import { mergeAccessLogs } from "nexus-core/toolkit";
import { ACCESS_LOG, STATE } from "../events/namespace.js";
import { entriesIn, readIfThere } from "../state-file.js";

/**
 * The reads that all harnesses have recorded, as one log.
 * @throws ToolError FOLDER_UNREADABLE or STATE_UNREADABLE
 */
export function allReads(root: string): {
  readonly records: readonly MemoryAccess[];
  readonly warnings: readonly string[];
} {
  const files = namespacesIn(root).map((name) => `${STATE}/${name}/${ACCESS_LOG}`);
  const logs = files.flatMap((file) => {
    const text = readIfThere(root, file);
    return text === null ? [] : [{ source: file, text }];
  });
  const { records, problems } = mergeAccessLogs(...logs);
  return { records, warnings: problems.map(({ source, line, message }) => `${source}, line ${line}: ${message}`) };
}

function namespacesIn(root: string): readonly string[] {
  return entriesIn(root, STATE)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
