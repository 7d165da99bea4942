import { isAbsolute, relative, sep } from "node:path";

/** The path as a reader finds it: from the folder in which the command runs, or whole where it lies outside. */
export function shownPath(path: string, cwd: string = process.cwd()): string {
  const below = relative(cwd, path);
  return below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below) ? path : below;
}
