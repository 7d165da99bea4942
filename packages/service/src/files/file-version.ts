import { statSync } from "node:fs";

/** A text that changes when a file is written or replaced; empty while there is no file. */
export function fileVersion(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? "" : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}
