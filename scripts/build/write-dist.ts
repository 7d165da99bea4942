/** The files of a `dist` folder, brought to what a build made. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";

/**
 * Writes what differs and removes what the build did not make. A file that is right already is not touched: tests and
 * servers that run meanwhile may be reading it.
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
