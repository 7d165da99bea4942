/** Decides how to start a program for a case: command, folder and environment. */

import { isDeepStrictEqual } from "node:util";
import type { Mapping } from "../../generated/config.js";
import type { Contract } from "../contract/contract.js";
import type { GuardedFolders } from "../workspace/guarded-folder.js";
import { userEnvironment } from "../workspace/user-environment.js";
import type { OpenContext, Watch } from "./adapter.js";
import type { StartOptions } from "./child-process.js";
import type { Surroundings } from "./connection-pool.js";
import { anchorCommand } from "./split-command.js";

/** What every kind of adapter gets, in addition to its argument. */
export interface LoadContext {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Milliseconds that each answer may take. */
  readonly limit: number;
  readonly contract: Pick<Contract, "id" | "version" | "tools" | "state" | "credentials" | "environment">;
  readonly mapping: Mapping;
  /** Whether a module runs in this process. */
  readonly inProcess?: boolean | undefined;
  /** User folders for a program that runs outside any case. */
  readonly guardedFolders: GuardedFolders;
}

export interface Launch extends StartOptions {
  readonly command: readonly [string, ...string[]];
}

type Environment = Contract["environment"];
type HandOver = NonNullable<Mapping["workspace"]>;

/** The surroundings of a program. Without a workspace, it is started only to learn what it offers. */
export type LaunchContext = Pick<OpenContext, "environment" | "user" | "watch"> & { readonly workspace?: string };

/** @param folder the folder to start in, unless the mapping hands over the workspace as the working folder */
export function launchOf(
  command: readonly [string, ...string[]],
  folder: string,
  handOver: HandOver,
  { workspace, environment: asked, user, watch }: LaunchContext,
): Launch {
  const home = user === undefined ? {} : userEnvironment(user);
  if (workspace === undefined) return { command, cwd: folder, environment: { ...home, ...asked } };
  const variable = typeof handOver === "object" && "env" in handOver ? { [handOver.env]: workspace } : {};
  const environment = { ...home, ...variable, ...asked, ...watch?.environment };
  return handOver === "cwd"
    ? { command: watched(anchorCommand(command, folder), watch), cwd: workspace, environment }
    : { command: watched(command, watch), cwd: folder, environment };
}

/** The command that starts a program under a watch. */
export function watched(command: Launch["command"], watch: Watch | undefined): Launch["command"] {
  const [program = command[0], ...words] = [...(watch?.prefix ?? []), ...command];
  return [program, ...words];
}

/** Whether a process can serve several cases: if each would be started in the same way. */
export function canPool(
  handOver: HandOver,
  { fresh, environment = {} }: Surroundings,
  everyCase: Environment,
): boolean {
  const startsElsewhere = handOver === "cwd" || (typeof handOver === "object" && "env" in handOver);
  return !startsElsewhere && fresh !== true && isDeepStrictEqual(environment, everyCase);
}

/** Milliseconds that a program has to end, short enough for the time limit of `close`. */
export function graceOf(limit: number): number {
  return Math.min(2000, Math.floor(limit / 4));
}
