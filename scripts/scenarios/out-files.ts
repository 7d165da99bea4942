/** The files beside `--out`: Markdown to read, JSON for programs, and a line for each run while they run. */

import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { ScenarioError } from "./scenario-error.js";

export interface OutFiles {
  readonly markdown: string;
  readonly json: string;
  readonly journal: string;
}

/** `FILE.md`, `FILE.json` and `FILE` alone name the same three. */
export function outFilesOf(out: string): OutFiles {
  const stem = out.replace(/\.(?:md|json)$/u, "");
  return { markdown: out.endsWith(".json") ? `${stem}.md` : out, json: `${stem}.json`, journal: `${stem}.jsonl` };
}

/**
 * Refuses before the first run what could not be written after the last, and what would be lost.
 * @throws ScenarioError
 */
export function prepareOut({ markdown, json, journal }: OutFiles, isResumed: boolean): void {
  for (const file of [markdown, json, journal]) tryToWrite(file);
  const holdsRuns = existsSync(journal) && statSync(journal).size > 0;
  if (holdsRuns && !isResumed)
    throw new ScenarioError(
      journal,
      "it holds runs of a campaign that did not come to its end",
      "Give --resume to go on from them, or remove it to begin anew.",
    );
  if (!holdsRuns && isResumed)
    throw new ScenarioError("--resume", `there are no runs in ${journal}`, "Leave it out to begin anew.");
}

/** @throws ScenarioError */
export function writeResults(
  { markdown, json }: OutFiles,
  texts: { readonly markdown: string; readonly json: string },
) {
  for (const [file, text] of [
    [markdown, texts.markdown],
    [json, texts.json],
  ] as const)
    orRefused(file, () => writeFileSync(file, text));
}

function tryToWrite(file: string): void {
  const wasThere = existsSync(file);
  orRefused(file, () => {
    closeSync(openSync(file, "a"));
    if (!wasThere) rmSync(file);
  });
}

function orRefused(file: string, write: () => void): void {
  try {
    write();
  } catch (thrown) {
    throw new ScenarioError(file, `it cannot be written: ${(thrown as Error).message}`, "Name another place.");
  }
}
