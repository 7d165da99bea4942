import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

const OUTSIDE = /^(\.\.([\\/]|$)|$)/;

/** One name for one file, however a tool has spelled it: from the root of the project where it is in it. */
export function projectFile(project, path) {
  const absolute = resolve(project, isAbsolute(path) ? path : path.replaceAll("\\", "/"));
  const roots = [project, realpathSync(project)]; // a project may be reached over a link
  const inside = roots.map((root) => relative(root, absolute)).find((file) => !OUTSIDE.test(file) && !isAbsolute(file));
  return (inside ?? absolute).replaceAll(sep, "/");
}
