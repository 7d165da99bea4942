/** Sees whether an implementation that was given a workspace works in the folder of the command instead. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * @param cwd absolute path @param stateRoot the folder of state files, relative to a workspace
 * @returns finds the entries that have changed since, relative to `cwd`: those at the top, and those in the state folder
 */
export function watchFolder(cwd: string, stateRoot: string): () => readonly string[] {
  const before = timesBelow(cwd, stateRoot);
  return () =>
    [...timesBelow(cwd, stateRoot)].filter(([file, time]) => before.get(file) !== time).map(([file]) => file);
}

/** When each entry was modified; outside of the state folder, only whether it exists. */
function timesBelow(cwd: string, stateRoot: string): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  const collect = (folder: string, isDeep: boolean) => {
    for (const entry of readdirSync(join(cwd, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isState = path === stateRoot || stateRoot.startsWith(`${path}/`) || isDeep;
      if (!entry.isDirectory()) files.set(path, isDeep ? statSync(join(cwd, path)).mtimeMs : 0);
      else if (isState) collect(path, true);
      else files.set(path, 0);
    }
  };
  collect("", false);
  return files;
}
