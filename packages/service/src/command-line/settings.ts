/** Settings come from a flag, or else from a variable of the environment, or else from a default. */

import type { CommandLine } from "./command-line.js";
import { Refused } from "./refused.js";

export interface Setting {
  /** As commander reads them: `--database <URL>`. */
  readonly flags: string;
  readonly description: string;
  readonly variable: string;
  /** What help says of the default; the service itself applies it. */
  readonly otherwise?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function addSettings(command: CommandLine, settings: readonly Setting[]): CommandLine {
  for (const { flags, description, variable, otherwise } of settings) {
    const fallback = otherwise === undefined ? variable : `${variable} or ${otherwise}`;
    command.option(flags, `${description} (default: ${fallback})`);
  }
  return command;
}

export interface GivenSettings {
  /** The environment, with the flags in place of their variables. */
  readonly environment: Environment;
  /** What the person wrote: the flag where there is one, otherwise the variable. */
  readonly nameOf: (variable: string) => string;
}

/**
 * @param settings by the names under which commander gives the values of their flags
 * @throws Refused for a flag without text
 */
export function givenSettings(
  settings: Readonly<Record<string, Setting>>,
  values: Readonly<Record<string, unknown>>,
  environment: Environment,
): GivenSettings {
  const flagOf = new Map<string, string>();
  const texts: Record<string, string> = {};
  for (const [name, { flags, variable }] of Object.entries(settings)) {
    const text = values[name];
    if (typeof text !== "string") continue;
    const [flag = ""] = flags.split(" ", 1);
    if (text.trim() === "") throw new Refused(2, `${flag} must not be empty.`);
    flagOf.set(variable, flag);
    texts[variable] = text;
  }
  return { environment: { ...environment, ...texts }, nameOf: (variable) => flagOf.get(variable) ?? variable };
}
