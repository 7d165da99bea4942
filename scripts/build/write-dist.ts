/** Updates a `dist` folder to the output of a build. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";

/**
 * Writes files that differ, and removes files that the build did not make. It does not rewrite a file that is up to date,
 * because tests and servers may be reading it.
 * @param files by path below the folder of the package
 */
export function writeDist(folder: string, files: ReadonlyMap<string, string | Buffer>): void {
  for (const [path, content] of files) {
    const target = join(folder, path);
    if (contentOf(target)?.equals(Buffer.from(content)) === true) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  for (const path of fastGlob.sync("dist/**", { cwd: folder, dot: true })) {
    if (!files.has(path)) rmSync(join(folder, path));
  }
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
