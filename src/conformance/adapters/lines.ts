/** `lines:COMMAND`: a program in any language that speaks the adapter protocol, one JSON object per line. */

import { NexusError } from "../../base/errors.js";
import type { Adapter } from "./adapter.js";
import { unreachable } from "./connection-pool.js";
import { type LoadContext, launchOf } from "./launch.js";
import { loadProgram } from "./program.js";
import { splitCommand } from "./split-command.js";

/**
 * Starts the program once to learn what it offers. If that fails, returns an adapter on which every case fails.
 * @throws NexusError NXC_ADAPTER_COMMAND or NXC_ADAPTER_MAPPING
 */
export async function loadLinesAdapter(text: string, loading: LoadContext): Promise<Adapter> {
  const command = splitCommand(text);
  const { credential } = loading.mapping;
  if (credential !== undefined && !("param" in credential)) {
    const reason = "a program gets the credential as a member of call, so credential can only be { param: NAME }";
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  const handOver = loading.mapping.workspace ?? "none";
  const launch = (context: Parameters<typeof launchOf>[3]) => launchOf(command, loading.cwd, handOver, context);
  const failed = (call: string, reason: string, words: string) =>
    NexusError.of("NXC_PROTOCOL_FAILED", { call, reason, words });
  try {
    return await loadProgram({ launch, failed }, loading);
  } catch (thrown) {
    return unreachable(text, thrown);
  }
}
