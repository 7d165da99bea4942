import { lstatSync } from "node:fs";

/** Milliseconds. Clocks of file systems are coarse, so two changes shortly after each other may have the same time. */
const SETTLED_MS = 2_000;

interface Known {
  readonly inode: number;
  readonly size: number;
  readonly changed: number;
  readonly value: unknown;
}

/**
 * What was read of files and folders, as long as the system says that nothing has changed in them. No program can set the
 * time of the last change. One exception: a write through `mmap` to a file on a memory disk does not update it.
 */
export class Seen {
  private readonly known = new Map<string, Known>();

  /**
   * @param path absolute path of a file or a folder, which is no link
   * @throws the errors of the file system, and those of `read`
   */
  read<T>(path: string, read: () => T): T {
    const { ino: inode, size, ctimeMs: changed } = lstatSync(path);
    const known = this.known.get(path);
    if (known?.inode === inode && known.size === size && known.changed === changed) return known.value as T;
    const value = read();
    if (Date.now() - changed > SETTLED_MS) this.known.set(path, { inode, size, changed, value });
    return value;
  }
}
