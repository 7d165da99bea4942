/** Records the file operations of one call, and the files before each of them. */

import fs, { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { NexusError } from "../../base/errors.js";
import type { Watch } from "../adapters/adapter.js";
import { collect } from "../workspace/snapshot.js";
import type { Workspace } from "../workspace/workspace.js";
import { inWorkspace } from "../workspace/workspace-error.js";
import { copyTree, MOST_BYTES } from "./copy-tree.js";

/** More operations than any call of a contract needs. A program that loops must not fill the disk. */
export const MOST_OPERATIONS = 400;

export interface FileOperation {
  /** For example `rename`. */
  readonly name: string;
  /** Absolute path, if known. */
  readonly path?: string | undefined;
}

/** What a recorder has seen. */
export interface Recorded {
  readonly operations: readonly FileOperation[];
  /** `states[n]` is the copy from before `operations[n]`, the last one from after all of them. */
  readonly states: readonly string[];
  /** Whether every operation of the call was seen, as far as the recorder can know. */
  readonly isWhole: boolean;
}

/** A way to see the file operations of a program that the kit starts. */
export interface Recorder {
  /** How to start the program. */
  readonly watch: Watch;
  /** Call this right before the call. */
  begin(): void;
  /** Call this when the call has ended and the program is gone. */
  end(): Recorded;
  /** Releases what the recorder holds. */
  close(): void;
}

/** The folders that an implementation keeps its state in, and copies of them. */
export class Copies {
  /** The workspace, and the home folder of the user. */
  readonly roots: readonly string[];
  /** The same folders as the implementation knows them. Their paths may lead through links. */
  readonly given: readonly string[];
  /** Holds everything that a recorder writes. */
  readonly folder: string;
  private made = 0;

  constructor({ folder, guardedFolder }: Workspace) {
    this.given = [folder, guardedFolder.home];
    this.roots = this.given.map((root) => inWorkspace(() => realpathSync(root)));
    this.folder = inWorkspace(() => mkdtempSync(join(guardedFolder.temporary, "kill-points-")));
  }

  /**
   * Copies the present state.
   * @returns the folder of the copy, or undefined if the state is too large, or changes while it is copied
   */
  take(): string | undefined {
    return inWorkspace(() => {
      const copy = join(this.folder, `taken-${this.made++}`);
      mkdirSync(copy);
      try {
        const isWhole = this.roots.every(
          (root, index) => copyTree(fs, root, join(copy, `${index}`), MOST_BYTES) !== undefined,
        );
        return isWhole ? copy : undefined;
      } catch (thrown) {
        // Another thread of the program, which is not stopped, has removed a file.
        if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw thrown;
      }
    });
  }

  /** Replaces the present state by a copy. The folders themselves stay, because programs may run in them. */
  restore(copy: string): void {
    inWorkspace(() => {
      for (const [index, root] of this.roots.entries()) {
        mkdirSync(root, { recursive: true });
        // An implementation may have put a link in its place, behind which nothing must be removed.
        if (realpathSync(root) !== root)
          throw NexusError.of("NXC_WORKSPACE", { reason: `${root} is no longer a folder` });
        for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
        copyTree(fs, join(copy, `${index}`), root, MOST_BYTES);
      }
    });
  }

  /** The content of a copy, for comparison. Counts empty folders, because a lock may be one. */
  contentOf(copy: string): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    for (const [index, root] of this.roots.entries()) {
      collect(join(copy, `${index}`), files, { prefix: `${root}/`, emptyFolders: true });
    }
    return files;
  }

  /** Whether a path is in one of the folders. */
  holds(path: string): boolean {
    return this.roots.some((root) => path === root || path.startsWith(root + sep));
  }

  /** A path as messages show it. */
  shown(path: string): string {
    return relative(this.roots[0] ?? "", path);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
