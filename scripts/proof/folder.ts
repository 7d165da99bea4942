/** The result files of campaigns, for `npm run proof` and for people. Git ignores them. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/base/package-root.js";

const FOLDER = join(packageRoot, ".proof");

/** @returns undefined when no campaign has written the file */
export function readKept(name: string): unknown {
  const path = join(FOLDER, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

export function keep(name: string, value: unknown): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, name), `${JSON.stringify(value, null, 1)}\n`);
}
