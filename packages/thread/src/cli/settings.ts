import { Refused } from "@nexus-core/service/command-line/refused";
import { type Environment, givenSettings } from "@nexus-core/service/command-line/settings";
import { reasonOf } from "nexus-core/base";
import { type Clock, systemClock } from "../base/clock.js";
import { readConfig, type ServiceConfig } from "../config.js";
import { commandRuntime } from "../wake/command-runtime.js";
import type { Runtime } from "../wake/runtime.js";
import { readRuntimeConfig } from "../wake/runtime-config.js";
import { note } from "./note.js";
import { SETTINGS, type SettingFlags } from "./setting-flags.js";

export interface Settings extends ServiceConfig {
  /** Path of the file that says which commands reach which runtime. */
  readonly runtimeFile: string | undefined;
}

/** @throws Refused that names the flag or the variable */
export function settingsIn(flags: SettingFlags, environment: Environment = process.env): Settings {
  // A flag for either kind of runtime overrides the variables of both.
  const isRuntimeNamed = flags.runtime !== undefined || flags.runtimeScript !== undefined;
  const { THREAD_RUNTIME: _, THREAD_RUNTIME_SCRIPT: __, ...others } = environment;
  const given = givenSettings(SETTINGS, { ...flags }, isRuntimeNamed ? others : environment);
  const config = readConfig(given.environment, process.cwd(), given.nameOf);
  const runtimeFile = given.environment["THREAD_RUNTIME"] || undefined;
  if (runtimeFile !== undefined && config.runtimeScript !== undefined) {
    throw new Refused(2, "a scripted runtime and one of commands are both named. Name one of them.");
  }
  return { ...config, runtimeFile };
}

/**
 * The runtime of commands; undefined if no file is named.
 * @throws Refused if the file cannot be used
 */
export function runtimeIn({ runtimeFile }: Settings, clock: Clock = systemClock): Runtime | undefined {
  if (runtimeFile === undefined) return undefined;
  try {
    return commandRuntime(readRuntimeConfig(runtimeFile), clock, note);
  } catch (thrown) {
    throw new Refused(2, reasonOf(thrown));
  }
}
