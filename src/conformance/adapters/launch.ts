/** What it takes to start a program for a case: its words, its folder and its environment. */

import { isDeepStrictEqual } from "node:util";
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
  readonly contract: Pick<Contract, "id" | "version" | "tools" | "state" | "credentials" | "environment">;
  readonly mapping: Mapping;
}

export interface Launch extends StartOptions {
  readonly command: readonly [string, ...string[]];
}

type Environment = Contract["environment"];
type HandOver = NonNullable<Mapping["workspace"]>;

/** Outside of any case, a program starts in `folder`, without a workspace and with what every case asks for. */
export function launchOf(
  command: readonly [string, ...string[]],
  folder: string,
  handOver: HandOver,
  everyCase: Environment,
  context: Pick<OpenContext, "workspace" | "environment"> | undefined,
): Launch {
  if (context === undefined) return { command, cwd: folder, environment: everyCase };
  const { workspace } = context;
  const variable = typeof handOver === "object" && "env" in handOver ? { [handOver.env]: workspace } : {};
  const environment = { ...variable, ...context.environment };
  return handOver === "cwd"
    ? { command: anchorCommand(command, folder), cwd: workspace, environment }
    : { command, cwd: folder, environment };
}

/** Whether a process that served one case may serve the next. */
export function canPool(handOver: HandOver, { fresh, environment = {} }: OpenContext, everyCase: Environment): boolean {
  const startsElsewhere = handOver === "cwd" || (typeof handOver === "object" && "env" in handOver);
  return !startsElsewhere && fresh !== true && isDeepStrictEqual(environment, everyCase);
}

/** How long a program has to end, so that the time limit of `close` is kept. */
export function graceOf(limit: number): number {
  return Math.min(2000, Math.floor(limit / 4));
}
