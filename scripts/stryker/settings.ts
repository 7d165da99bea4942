/** What the processes of Stryker are told by the one that starts them: they inherit a variable and nothing else. */

export interface Settings {
  readonly contract: string;
  /** The source of the adapter, from the root of the repository. */
  readonly adapter: string;
  /** Path of the kit, built into one file. */
  readonly kit: string;
  /** Globs of the fixture files that count; all where there is none. */
  readonly cases: readonly string[];
}

const VARIABLE = "NEXUS_STRYKER";

export function tell(settings: Settings): void {
  process.env[VARIABLE] = JSON.stringify(settings);
}

export function told(): Settings {
  return JSON.parse(process.env[VARIABLE] ?? "{}") as Settings;
}
