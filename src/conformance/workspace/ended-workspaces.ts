/** Workspaces of cases that have ended. They are removed many at a time, because removing each one slows the next case. */

import { mkdtempSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { atEnd, dismiss } from "./at-end.js";
import { removeFolder, removeFolderNow, removeTree } from "./remove-folder.js";

const AT_A_TIME = 100;

/** Up to this many are removed without starting a program. */
const FEW = 10;

export class EndedWorkspaces {
  private folder: string | undefined;
  private count = 0;
  private readonly removals = new Set<Promise<void>>();

  /** @param parent a folder in the same file system as the workspaces */
  constructor(private readonly parent: string) {}

  /**
   * Moves a workspace out of the way.
   * @returns false if it cannot be moved
   */
  take(workspace: string): boolean {
    try {
      this.folder ??= this.newFolder();
      renameSync(workspace, join(this.folder, basename(workspace)));
    } catch {
      return false;
    }
    this.count += 1;
    if (this.count === AT_A_TIME) this.removeMoved();
    return true;
  }

  /** Removes all that are left, and waits for those that are being removed. */
  async remove(): Promise<void> {
    this.removeMoved();
    await Promise.all(this.removals);
  }

  private newFolder(): string {
    // The name says nothing of the kit, because implementations see it.
    const folder = mkdtempSync(join(this.parent, "user-"));
    atEnd("folders", folder, () => removeFolderNow(folder));
    return folder;
  }

  private removeMoved(): void {
    const { folder, count } = this;
    if (folder === undefined) return;
    this.folder = undefined;
    this.count = 0;
    const removal = (count <= FEW ? removeFolder(folder) : removeTree(folder)).then(() => dismiss("folders", folder));
    this.removals.add(removal);
    void removal.finally(() => this.removals.delete(removal));
  }
}
