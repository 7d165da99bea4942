import type { MemoryAccess } from "nexus-core";
import { mergeAccessLogs } from "nexus-core/toolkit";
import { ACCESS_LOG, STATE } from "../events/namespace.js";
import { entriesIn, readIfThere } from "../state-file.js";
import { isUnsafe } from "../tool-error.js";

/**
 * The reads that all harnesses have recorded, as one log.
 * @throws ToolError FOLDER_UNREADABLE or STATE_UNREADABLE
 */
export function allReads(root: string): {
  readonly records: readonly MemoryAccess[];
  readonly warnings: readonly string[];
} {
  const files = namespacesIn(root).map((name) => `${STATE}/${name}/${ACCESS_LOG}`);
  const unsafe: string[] = [];
  const logs = files.flatMap((file) => {
    try {
      const found = readIfThere(root, file);
      return found === null ? [] : [{ source: file, text: found.text }];
    } catch (thrown) {
      if (!isUnsafe(thrown)) throw thrown;
      unsafe.push(thrown.message);
      return [];
    }
  });
  const { records, problems } = mergeAccessLogs(...logs);
  const broken = problems.map(({ source, line, message }) => `${source}, line ${line}: ${message}`);
  return { records, warnings: [...unsafe, ...broken] };
}

function namespacesIn(root: string): readonly string[] {
  return entriesIn(root, STATE)
    .entries.filter(({ kind }) => kind === "folder")
    .map(({ name }) => name)
    .sort();
}
