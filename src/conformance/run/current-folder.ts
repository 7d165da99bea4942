/** Sees whether an implementation that was given a workspace works in the folder of the command instead. */

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * What cannot be read is not watched: other programs may work there, and no judgement depends on it.
 * @param cwd absolute path @param stateRoot the folder of state files, relative to a workspace
 * @returns finds the entries that have changed since, relative to `cwd`: those at the top, and those around the state
 */
export function watchFolder(cwd: string, stateRoot: string): () => readonly string[] {
  const before = timesBelow(cwd, stateRoot);
  return () =>
    [...timesBelow(cwd, stateRoot)].filter(([file, time]) => before.get(file) !== time).map(([file]) => file);
}

/** When each file was modified; at the top, only whether it exists. */
function timesBelow(cwd: string, stateRoot: string): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  const collect = (folder: string, isDeep: boolean) => {
    for (const entry of entriesOf(join(cwd, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isState = path === stateRoot || stateRoot.startsWith(`${path}/`) || isDeep;
      if (entry.isDirectory() && isState) collect(path, true);
      else files.set(path, isDeep ? timeOf(join(cwd, path)) : 0);
    }
  };
  collect("", false);
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A file may be gone again by now. */
function timeOf(file: string): number {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}
