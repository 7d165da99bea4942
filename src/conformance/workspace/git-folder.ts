/** Copies the files that git wrote in one folder into another. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Content by path; undefined for a folder. */
export type Written = readonly (readonly [path: string, content: Buffer | undefined])[];

export function put(written: Written, folder: string): void {
  for (const [path, content] of written) {
    if (content === undefined) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), content);
  }
}

export function writtenIn(folder: string, path: string): Written {
  const file = join(folder, path);
  if (!statSync(file).isDirectory()) return [[path, readFileSync(file)]];
  return [[path, undefined], ...readdirSync(file).flatMap((name) => writtenIn(folder, join(path, name)))];
}
