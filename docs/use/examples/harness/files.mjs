import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** Replaces no letters, which a write would lose. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The path of a file in the project. Throws where a link leads elsewhere, or where no plain file stands. */
export function inside(project, file) {
  const path = join(project, file);
  const folder = realOf(dirname(path));
  const root = realOf(project);
  if (folder !== root && !folder.startsWith(root + sep)) throw new Error(`${file} leads out of the project`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new Error(`${file} is no plain file`);
  return path;
}

/** The text of a file of the project, undefined where there is none. Throws where it is not UTF-8. */
export function readIfThere(project, file) {
  const path = inside(project, file);
  return lstatSync(path, { throwIfNoEntry: false }) && UTF_8.decode(readFileSync(path));
}

/** The path without symbolic links, for what is there and for what is not. Empty where nothing can ever be. */
export function realOf(path) {
  try {
    return realpathSync(path);
  } catch (error) {
    // A file in place of a folder, links in a circle, a name that is too long: what a write would fail at.
    if (error.code !== "ENOENT") return "";
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? "" : join(realOf(dirname(path)), basename(path));
  }
}
