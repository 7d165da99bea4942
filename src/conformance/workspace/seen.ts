import { lstatSync } from "node:fs";

/** Milliseconds. Clocks of file systems are coarse, so two changes shortly after each other may have the same time. */
const SETTLED_MS = 2_000;

/** What the system says of a file or a folder. No program can set the time of the last change. */
interface Stamp {
  readonly path: string;
  readonly inode: number;
  readonly size: number;
  readonly changed: number;
}

/**
 * What was read of many files and folders, as long as the system says that nothing has changed in any of them. One
 * exception: a write through `mmap` to a file on a memory disk does not update the time of the last change.
 */
export class Seen<T> {
  private known: { readonly key: string; readonly stamps: readonly Stamp[]; readonly value: T } | undefined;

  /**
   * @param key what else the result depends on
   * @param read gets a function to call with the absolute path of each file and folder before reading it
   * @throws the errors of `read`
   */
  read(key: string, read: (reads: (path: string) => void) => T): T {
    if (this.known?.key === key && this.known.stamps.every(isAsBefore)) return this.known.value;
    const settled = Date.now() - SETTLED_MS;
    const stamps: (Stamp | undefined)[] = [];
    const value = read((path) => stamps.push(stampOf(path)));
    const isSettled = (stamp: Stamp | undefined) => stamp !== undefined && stamp.changed < settled;
    this.known = stamps.every(isSettled) ? { key, stamps: stamps as Stamp[], value } : undefined;
    return value;
  }
}

/** Undefined if nothing is there. */
function stampOf(path: string): Stamp | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && { path, inode: found.ino, size: found.size, changed: found.ctimeMs };
}

function isAsBefore({ path, inode, size, changed }: Stamp): boolean {
  const now = stampOf(path);
  return now?.inode === inode && now.size === size && now.changed === changed;
}
