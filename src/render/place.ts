/** Whether a folder to render into is the one that was meant. */

import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { NexusError } from "../base/errors.js";
import { packageRoot } from "../base/package-root.js";
import { shownPath } from "../base/shown-path.js";
import { LOCK_FILE } from "./lock.js";

/** @throws NexusError NXC_RENDER_INSIDE for a folder such as `.claude`, which the files get below the project */
export function checkPlace(out: string, files: readonly { readonly path: string }[]): void {
  const name = basename(resolve(out));
  if (name.startsWith(".") && files.some(({ path }) => path.startsWith(`${name}/`)))
    throw NexusError.of("NXC_RENDER_INSIDE", {}, shownPath(out));
}

/** The folder of content below that of the project, with forward slashes; undefined for a package and any other place. */
export function placeOfContent(folder: string, out: string): string | undefined {
  const path = relative(resolve(out), resolve(folder));
  const isBelow =
    path !== ".." &&
    !path.startsWith(`..${sep}`) &&
    !isAbsolute(path) &&
    !/(?:^|[\\/])node_modules(?:[\\/]|$)/u.test(path);
  return isBelow && resolve(folder) !== packageRoot ? path.split(sep).join("/") || "." : undefined;
}

/** The nearest folder above in the same repository that holds a rendering, as a path to show. */
export function lockAbove(out: string): string | undefined {
  let folder = resolve(out);
  while (!existsSync(join(folder, ".git")) && dirname(folder) !== folder) {
    folder = dirname(folder);
    if (existsSync(join(folder, LOCK_FILE))) return shownPath(folder);
  }
  return undefined;
}
