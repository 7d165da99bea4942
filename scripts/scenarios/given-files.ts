/** Files that a scenario gives and that cannot stand together in one folder. */

import { insidePath } from "./workspace.js";

/** One problem for each path that leads to no file, or to a place that another one takes. */
export function* problemsOfFiles(paths: readonly string[]): Generator<readonly [path: string, problem: string]> {
  const byPlace = new Map<string, string>();
  for (const path of paths) {
    let place: string;
    try {
      place = insidePath(path);
    } catch (thrown) {
      yield [path, (thrown as Error).message];
      continue;
    }
    const other = byPlace.get(place);
    if (other !== undefined) yield [path, `${path} and ${other} are the same file`];
    byPlace.set(place, path);
  }
  for (const [place, path] of byPlace) {
    const parts = place.split("/");
    const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
    const file = folders.find((folder) => byPlace.has(folder));
    if (file !== undefined)
      yield [path, `${byPlace.get(file)} is a file, so ${path} cannot stand in a folder of that name`];
  }
}
