import { systemClock } from "../clock.js";
import {
  type Environment,
  readConfig,
  readDatabase,
  readDuration,
  readQuota,
  readWorkspace,
  type ServiceConfig,
} from "../config.js";
import { commandRuntime } from "../wake/command-runtime.js";
import type { Runtime } from "../wake/runtime.js";
import { readRuntimeConfig } from "../wake/runtime-config.js";
import { Refused } from "./refused.js";

/** The flags that mean what variables of the environment mean, and go before them. */
export interface SettingFlags {
  readonly database?: string;
  readonly keys?: string;
  readonly audience?: string;
  readonly issuer?: string;
  readonly tokenLifetime?: string;
  readonly workspace?: string;
  readonly runtime?: string;
  readonly runtimeScript?: string;
  readonly quota?: string;
  readonly idempotencyWindow?: string;
}

export interface Settings extends ServiceConfig {
  /** Path of the file that says which commands reach which runtime. */
  readonly runtimeFile: string | undefined;
}

/** @throws StartError or Refused that names the flag or the variable */
export function settingsIn(flags: SettingFlags, environment: Environment = process.env): Settings {
  checkFlags(flags);
  const given: Environment = {
    ...environment,
    ...present({
      THREAD_DATABASE: flags.database,
      THREAD_KEYS: flags.keys,
      THREAD_AUDIENCE: flags.audience,
      THREAD_ISSUER: flags.issuer,
      THREAD_TOKEN_LIFETIME: flags.tokenLifetime,
      THREAD_WORKSPACE: flags.workspace,
      THREAD_POST_QUOTA: flags.quota,
      THREAD_IDEMPOTENCY_WINDOW: flags.idempotencyWindow,
    }),
  };
  // A flag of either kind says which runtime it is, whatever the environment says.
  const named = flags.runtime !== undefined || flags.runtimeScript !== undefined;
  const script = named ? flags.runtimeScript : environment["THREAD_RUNTIME_SCRIPT"];
  const runtimeFile = (named ? flags.runtime : environment["THREAD_RUNTIME"]) || undefined;
  const config = readConfig({ ...given, THREAD_RUNTIME_SCRIPT: script });
  if (runtimeFile !== undefined && config.runtimeScript !== undefined) {
    throw new Refused(2, "a scripted runtime and one of commands are both named. Name one of them.");
  }
  return { ...config, runtimeFile };
}

/** Nonsense in a flag is told by the name of the flag. */
function checkFlags(flags: SettingFlags): void {
  for (const [name, value] of Object.entries(flags)) {
    if (typeof value === "string" && value.trim() === "") throw new Refused(2, `--${kebab(name)} must not be empty.`);
  }
  if (flags.database !== undefined) readDatabase("--database", flags.database, process.cwd());
  if (flags.tokenLifetime !== undefined) readDuration("--token-lifetime", flags.tokenLifetime);
  if (flags.quota !== undefined) readQuota("--quota", flags.quota);
  if (flags.workspace !== undefined) readWorkspace("--workspace", flags.workspace);
  if (flags.idempotencyWindow !== undefined) readDuration("--idempotency-window", flags.idempotencyWindow);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

function present(values: Environment): Environment {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * The runtime of commands; undefined where no file names any.
 * @throws Refused where the file cannot be used
 */
export function runtimeIn({ runtimeFile }: Settings): Runtime | undefined {
  if (runtimeFile === undefined) return undefined;
  try {
    return commandRuntime(readRuntimeConfig(runtimeFile), systemClock);
  } catch (thrown) {
    throw new Refused(2, (thrown as Error).message);
  }
}
