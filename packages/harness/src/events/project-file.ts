import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The path under which the harness records a file: relative to the project root with forward slashes, or absolute if the
 * file is outside. Every spelling of a path yields the same result.
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

/** Tools may use a file's real path even when the project root is a symbolic link. */
function realOf(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
