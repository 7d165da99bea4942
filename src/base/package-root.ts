import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of this package, wherever it is installed and whether it runs from `src` or from `dist`. Found from this
 * file, never from the working directory: a user runs the commands from a project of their own.
 */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  throw new Error(`no package.json above ${start}`);
}

/** The version of this package, from its package.json. */
export const packageVersion: string = (
  JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { readonly version: string }
).version;
