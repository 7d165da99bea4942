/** What a run begins with: the files of its scenario, and what the operations before it have left. */

import { createHarness } from "../../packages/harness/src/index.js";
import type { Given } from "./scenario.js";
import { ScenarioError } from "./scenario-error.js";
import { type Files, openWorkspace } from "./workspace.js";

/** The same clock and branch before a run and in it, so that every run of a scenario begins with the same bytes. */
export const SURROUNDINGS = {
  clock: () => new Date("2031-05-06T07:08:09Z"),
  branch: () => "work",
};

const prepared = new WeakMap<Given, Promise<Files>>();

/**
 * The files that a run begins with. The operations are carried out once for a scenario and not once for a run: each
 * waits for the disk, and would leave the same every time.
 * @throws ScenarioError when the harness refuses what was to be there before the run
 */
export function filesAtStart(given: Given, where: string): Promise<Files> {
  const known = prepared.get(given);
  if (known !== undefined) return known;
  const files = prepare(given, where);
  prepared.set(given, files);
  return files;
}

async function prepare({ files = {}, state = [] }: Given, where: string): Promise<Files> {
  if (state.length === 0) return new Map(Object.entries(files));
  const workspace = openWorkspace(files);
  try {
    const harness = createHarness({ root: workspace.root, ...SURROUNDINGS });
    for (const [index, step] of state.entries()) {
      for (const [name, params] of Object.entries(step)) {
        await harness.call(name, params).catch((thrown: Error) => {
          const place = `${where}/given/state/${index}`;
          throw new ScenarioError(place, `${name} is refused: ${thrown.message}`, "Correct it.");
        });
      }
    }
    return workspace.files();
  } finally {
    workspace.close();
  }
}
