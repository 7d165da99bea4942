/** Updates a `dist` folder to the output of a build. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";

/**
 * Writes files that differ, and removes files that the build did not make. It does not rewrite a file that is up to date,
 * because tests and servers may be reading it.
 * @param files by path below the folder of the package
 */
export function writeDist(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const target = join(folder, path);
    if (textOf(target) === text) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  for (const path of fastGlob.sync("dist/**", { cwd: folder, dot: true })) {
    if (!files.has(path)) rmSync(join(folder, path));
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
