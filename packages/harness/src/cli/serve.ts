import { serveStdio } from "@nexus-core/service/mcp/serve-stdio";
import { noteOf } from "@nexus-core/service/process/note";
import type { ServerExit } from "@nexus-core/service/process/when-to-end";
import { createHarness } from "../harness.js";
import { serverOptions } from "../mcp.js";

export interface ServeOptions {
  /** Absolute path of a folder that can be written. */
  readonly project: string;
  readonly prefix: string;
  readonly harnessId: string;
  readonly decisions: boolean;
}

/** A message may carry an artifact. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** @returns 0, or 3 when the connection broke down */
export function serve({ project, prefix, harnessId, decisions }: ServeOptions): Promise<ServerExit> {
  const options = serverOptions(createHarness({ root: project, harnessId }), {
    prefix,
    decisions,
    note: noteOf("nexus-mcp"),
  });
  return serveStdio({ ...options, longestMessage: LONGEST_MESSAGE });
}
