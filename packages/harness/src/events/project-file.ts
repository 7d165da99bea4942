import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * A file as the files of a harness name it: from the root of the project with forward slashes, or absolute where it is
 * outside. However a tool has spelled the path, one file has one name.
 * @param root absolute path of the project
 */
export function projectFile(root: string, path: string): string {
  const absolute = resolve(root, sep === "/" && !isAbsolute(path) ? path.replaceAll("\\", "/") : path);
  const inside = [root, realOf(root)].map((base) => relative(base, absolute)).find(isInside);
  return (inside ?? absolute).split(sep).join("/");
}

function isInside(path: string): boolean {
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Tools may name a file by the real path of a project that is reached over a link. */
function realOf(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
