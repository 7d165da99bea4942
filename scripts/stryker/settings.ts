/** Passes settings to the processes of Stryker in an environment variable, the only thing that they inherit. */

export interface Settings {
  readonly contract: string;
  /** The source of the adapter, from the root of the repository. */
  readonly adapter: string;
  /** Path of the kit, built into one file. */
  readonly kit: string;
  /** Globs of the fixture files to use; all files when there is none. */
  readonly cases: readonly string[];
  /** Which changes are judged; all when left out. */
  readonly draw?: Draw | undefined;
}

/** A share of the changes. Another commit draws others. */
export interface Draw {
  readonly commit: string;
  /** From 1 to 100. */
  readonly percent: number;
}

const VARIABLE = "NEXUS_STRYKER";

export function tell(settings: Settings): void {
  process.env[VARIABLE] = JSON.stringify(settings);
}

export function told(): Settings {
  return JSON.parse(process.env[VARIABLE] ?? "{}") as Settings;
}
