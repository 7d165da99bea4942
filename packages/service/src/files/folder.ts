import { closeSync, constants, fsyncSync, lstatSync, openSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf, systemError } from "./system-error.js";

// Windows has neither of the two.
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * A folder that stays the same when its path changes. On Linux it is an open descriptor and its entries are reached
 * through /proc/self/fd, so a link that replaces the folder is not followed. Other systems offer no such way: there it
 * is a path, and SECURITY.md names the window that remains.
 */
export class Folder {
  private constructor(
    private readonly path: string,
    private readonly descriptor: number | undefined,
  ) {}

  /**
   * Opens a folder by its path and follows links on the way. Use it only for a path that the user named.
   * @throws the error of the file system
   */
  static open(path: string): Folder {
    if (!hasDescriptors()) {
      if (!statSync(path).isDirectory()) throw systemError("ENOTDIR");
      return new Folder(path, undefined);
    }
    const descriptor = openSync(path, O_RDONLY | O_DIRECTORY);
    return new Folder(`/proc/self/fd/${descriptor}`, descriptor);
  }

  /**
   * A folder in this one.
   * @returns undefined where nothing is there, or something other than a folder, such as a link to one
   * @throws the error of the file system where permissions forbid it
   */
  child(name: string): Folder | undefined {
    if (this.descriptor === undefined) {
      return this.look(name)?.isDirectory() === true ? new Folder(this.at(name), undefined) : undefined;
    }
    try {
      const descriptor = openSync(this.at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      return new Folder(`/proc/self/fd/${descriptor}`, descriptor);
    } catch (error) {
      if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error))) return undefined;
      throw error;
    }
  }

  /** A path to an entry of this very folder. The caller refuses a link there. */
  at(name: string): string {
    // The path of a descriptor is itself a link; the dot follows it.
    return name === "." ? `${this.path}/.` : join(this.path, name);
  }

  /** The facts of an entry itself, not of a link's target; undefined where nothing is there. */
  look(name: string): Stats | undefined {
    return lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  /** Makes renames and deletions in this folder durable. Windows cannot open folders and does not need it. */
  sync(): void {
    if (process.platform === "win32") return;
    const descriptor = this.descriptor ?? openSync(this.path, O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      if (this.descriptor === undefined) closeSync(descriptor);
    }
  }

  /** Whether the folder is an open descriptor, whose path means nothing to other processes. */
  get isDescriptor(): boolean {
    return this.descriptor !== undefined;
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}

let usesDescriptors: boolean | undefined;

/** Linux without /proc, as in a bare chroot, works by path as other systems do. */
function hasDescriptors(): boolean {
  usesDescriptors ??= process.platform === "linux" && reachesDescriptors();
  return usesDescriptors;
}

/** Works by path from now on, as on systems without descriptors. For tests of what remains safe there. */
export function workByPath(isOn = true): void {
  usesDescriptors = isOn ? false : undefined;
}

function reachesDescriptors(): boolean {
  const descriptor = openSync("/", O_RDONLY | O_DIRECTORY);
  try {
    return statSync(`/proc/self/fd/${descriptor}/proc`).isDirectory();
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}
