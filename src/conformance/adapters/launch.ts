/** What it takes to start a program for a case: its words, its folder and its environment. */

import { isDeepStrictEqual } from "node:util";
import type { Mapping } from "../../generated/config.js";
import type { Contract } from "../contract/contract.js";
import type { Grounds } from "../workspace/ground.js";
import { userEnvironment } from "../workspace/user-environment.js";
import type { OpenContext } from "./adapter.js";
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
  /** Guarded folders, for what a program does before its first case. */
  readonly grounds: Grounds;
}

export interface Launch extends StartOptions {
  readonly command: readonly [string, ...string[]];
}

type Environment = Contract["environment"];
type HandOver = NonNullable<Mapping["workspace"]>;

/** Where a program is started: for a case, or to learn what it offers. */
export type LaunchContext = Pick<OpenContext, "environment" | "user"> & { readonly workspace?: string };

/** Outside of any case, a program starts in `folder`, without a workspace and with what every case asks for. */
export function launchOf(
  command: readonly [string, ...string[]],
  folder: string,
  handOver: HandOver,
  { workspace, environment: asked, user }: LaunchContext,
): Launch {
  const home = user === undefined ? {} : userEnvironment(user);
  if (workspace === undefined) return { command, cwd: folder, environment: { ...home, ...asked } };
  const variable = typeof handOver === "object" && "env" in handOver ? { [handOver.env]: workspace } : {};
  const environment = { ...home, ...variable, ...asked };
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
