/** Copies folders. Also runs inside the judged program, so it uses nothing but the file system that it is given. */

import type * as FileSystem from "node:fs";

/** The largest number of bytes that one copy may have. A case is far smaller. */
export const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Copies files, folders and links with their modes and times, because locks may depend on them. Leaves out pipes.
 * @returns the bytes copied, or undefined if there are more than `most`
 */
export function copyTree(fs: typeof FileSystem, from: string, to: string, most: number): number | undefined {
  let bytes = 0;
  const visit = (source: string, target: string): boolean => {
    const stat = fs.lstatSync(source, { throwIfNoEntry: false });
    if (stat === undefined) return true;
    if (stat.isSymbolicLink()) {
      fs.symlinkSync(fs.readlinkSync(source), target);
      return true;
    }
    if (stat.isFile()) {
      bytes += stat.size;
      if (bytes > most) return false;
      fs.copyFileSync(source, target);
    } else if (stat.isDirectory()) {
      fs.mkdirSync(target, { recursive: true });
      for (const name of fs.readdirSync(source)) if (!visit(`${source}/${name}`, `${target}/${name}`)) return false;
    } else return true;
    fs.chmodSync(target, stat.mode);
    fs.utimesSync(target, stat.atime, stat.mtime);
    return true;
  };
  return visit(from, to) ? bytes : undefined;
}
