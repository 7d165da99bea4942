import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Finding } from "../../base/finding.js";

/** From where findings name their files, and from where the tools that read a list of them look for files. */
export interface FindingBase {
  /** The folder that was checked; none where the text came from no file. */
  readonly folder?: string;
  /** The folder that a code host or an editor shows: the checkout, or the one in which the command was started. */
  readonly root: string;
}

/** Where a finding is, seen from the root: inside it, elsewhere on this machine, or in no file. */
export type FindingPlace =
  | { readonly kind: "inside" | "outside"; readonly path: string }
  | { readonly kind: "no-file" };

/** The place of a finding's file. Paths have forward slashes; those outside the root are absolute. */
export function findingPlace(file: string, base: FindingBase | undefined): FindingPlace {
  // Without a named folder, paths stay relative to the current one.
  if (base === undefined) return { kind: "inside", path: file };
  if (base.folder === undefined) return { kind: "no-file" };
  const path = resolve(base.folder, file);
  return isWithin(path, base.root)
    ? { kind: "inside", path: slashed(relative(base.root, path)) || "." }
    : { kind: "outside", path: slashed(path) };
}

/**
 * The folder from which a code host counts paths. A step of a workflow may start in a subfolder of the checkout; its
 * annotations count from the checkout all the same.
 */
export function rootOfPaths(cwd: string, env: Readonly<Record<string, string | undefined>>): string {
  const checkout = env["GITHUB_WORKSPACE"] ?? "";
  return checkout !== "" && isAbsolute(checkout) && isWithin(cwd, checkout) ? resolve(checkout) : cwd;
}

/** The place of a finding for readers, where no file can be opened at it. */
export function placeInWords({ file, line }: Pick<Finding, "file" | "line">): string {
  return line === undefined ? file : `${file}, line ${line}`;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
