import { closeSync, constants, fsyncSync, lstatSync, openSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf, systemError } from "./system-error.js";

// Windows has neither of the two.
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * One folder, which stays the same folder whatever becomes of its path. On Linux it is an open descriptor and its
 * entries are reached through /proc/self/fd, so a link that somebody puts in its place is not followed. Other systems
 * have no such way; there it is a path, and SECURITY.md names the window that this leaves.
 */
export class Folder {
  private constructor(
    private readonly path: string,
    private readonly descriptor: number | undefined,
  ) {}

  /**
   * Opens a folder by its path and follows links on the way: only for a path that the user has named.
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
   * @returns undefined where nothing is there, or something else than a folder, such as a link to one
   * @throws the error of the file system where nobody may look
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

  /** A path at which the system finds an entry of this very folder. A link at that place is for the caller to refuse. */
  at(name: string): string {
    // The path of a descriptor is a link itself; this is the folder that it leads to.
    return name === "." ? `${this.path}/.` : join(this.path, name);
  }

  /** What an entry is by itself, and not what a link leads to; undefined where nothing is there. */
  look(name: string): Stats | undefined {
    return lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  /** Makes renames and deletions in this folder last. Windows cannot open folders and does not need it. */
  sync(): void {
    if (process.platform === "win32") return;
    const descriptor = this.descriptor ?? openSync(this.path, O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      if (this.descriptor === undefined) closeSync(descriptor);
    }
  }

  /** Whether it is an open descriptor, and its path one of this process alone. */
  get isDescriptor(): boolean {
    return this.descriptor !== undefined;
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}

let usesDescriptors: boolean | undefined;

/** A Linux without /proc, as in a bare chroot, works by path as other systems do. */
function hasDescriptors(): boolean {
  usesDescriptors ??= process.platform === "linux" && reachesDescriptors();
  return usesDescriptors;
}

/** Works by path from now on, as on systems without descriptors: for tests that show what remains safe there. */
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
