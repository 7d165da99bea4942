/** What it takes to start a program for a case: its words, its folder and its environment. */

import type { Mapping } from "../../generated/config.js";
import type { OpenContext } from "../adapter.js";
import type { Contract } from "../contract.js";
import type { StartOptions } from "./child-process.js";
import { anchorCommand } from "./split-command.js";

/** What every form of adapter is given beside its argument. */
export interface LoadContext {
  /** The folder that relative paths are taken from. */
  readonly cwd: string;
  /** Milliseconds that each answer may take. */
  readonly limit: number;
  readonly contract: Pick<Contract, "id" | "version" | "tools" | "state">;
  readonly mapping: Mapping;
}

export interface Launch extends StartOptions {
  readonly command: readonly [string, ...string[]];
}

type HandOver = NonNullable<Mapping["workspace"]>;

/** Outside of any case, a program starts in `folder` and without a workspace. */
export function launchOf(
  command: readonly [string, ...string[]],
  folder: string,
  handOver: HandOver,
  context: Pick<OpenContext, "workspace" | "environment"> | undefined,
): Launch {
  if (context === undefined) return { command, cwd: folder };
  const { workspace } = context;
  const variable = typeof handOver === "object" && "env" in handOver ? { [handOver.env]: workspace } : {};
  const environment = { ...variable, ...context.environment };
  return handOver === "cwd"
    ? { command: anchorCommand(command, folder), cwd: workspace, environment }
    : { command, cwd: folder, environment };
}

/** Whether a process that served one case may serve the next. */
export function canPool(handOver: HandOver, { fresh, environment = {} }: OpenContext): boolean {
  const startsElsewhere = handOver === "cwd" || (typeof handOver === "object" && "env" in handOver);
  return !startsElsewhere && fresh !== true && Object.keys(environment).length === 0;
}

/** How long a program has to end, so that the time limit of `close` is kept. */
export function graceOf(limit: number): number {
  return Math.min(2000, Math.floor(limit / 4));
}
