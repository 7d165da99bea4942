/** The guarded folder around a workspace: files of a user that no implementation has any business with. */

import { lstatSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { GUARDED, OUT } from "../notation/file-path.js";
import { atEnd, dismiss } from "./at-end.js";
import { removeFolder, removeFolderNow } from "./remove-folder.js";
import { collect, type Snapshot } from "./snapshot.js";
import type { UserFolders } from "./user-environment.js";
import { inWorkspace } from "./workspace-error.js";

/** The two folders between the guarded one and a workspace. */
const BETWEEN = "work/projects";
const HOME = "home";
const TEMPORARY = "tmp";

/** Where systems other than Linux keep what programs store for a user. */
const OF_PROGRAMS = ["Library", "AppData"];

/**
 * One guarded folder. A workspace lies three levels below it, and so do the folders that stand for the user's own. An
 * implementation may do what it likes in the folder for temporary files, and keep new files of its own in hidden entries
 * of the home folder. Everything else outside of the workspace stays as it is.
 */
export class Ground implements UserFolders {
  private readonly folder: string;
  private readonly before: Snapshot;
  /** What was put there, and so is guarded wherever it lies. */
  private readonly files = new Set<string>();
  private isGiven = false;

  /** @throws the error of the file system */
  constructor(parent: string, isKept: boolean) {
    this.folder = mkdtempSync(join(parent, "nexus-conformance-"));
    if (!isKept) atEnd("folders", this.folder, () => removeFolderNow(this.folder));
    for (const folder of [BETWEEN, HOME, TEMPORARY]) mkdirSync(join(this.folder, folder), { recursive: true });
    for (const [file, text] of Object.entries(GUARDED)) this.put(file, text);
    this.before = this.look(undefined);
  }

  get home(): string {
    return join(this.folder, HOME);
  }

  get temporary(): string {
    return join(this.folder, TEMPORARY);
  }

  /** The folder in which workspaces are made. */
  get workspaces(): string {
    return join(this.folder, BETWEEN);
  }

  /** Whether a path leads to something in it, by its name alone. */
  holds(path: string): boolean {
    return path.startsWith(this.folder + sep);
  }

  /**
   * Writes a file of the user's, which a link of the case may lead to.
   * @param file from the guarded folder
   * @throws NexusError NXC_WORKSPACE
   */
  give(file: string, text: string): void {
    this.isGiven = true;
    inWorkspace(() => this.put(file, text));
  }

  /** Whether another case may use it: nothing in it has been changed, by a case or by an implementation. */
  get isClean(): boolean {
    const now = this.look(undefined);
    return (
      !this.isGiven && now.size === this.before.size && [...now].every(([file, text]) => this.before.get(file) === text)
    );
  }

  /** Everything that is guarded, by its path from the workspace. @param workspace its folder, which is left out */
  look(workspace: string | undefined): Snapshot {
    const files = new Map<string, string>();
    const skips = (path: string) =>
      join(this.folder, path) === workspace || path === TEMPORARY || this.isOfPrograms(path);
    // A folder counts by what is in it; one that is empty would count for nothing.
    const options = { prefix: OUT, skips, emptyFolders: true };
    if (lstatSync(this.folder, { throwIfNoEntry: false }) !== undefined) collect(this.folder, files, options);
    return files;
  }

  async remove(): Promise<void> {
    await removeFolder(this.folder);
    dismiss("folders", this.folder);
  }

  /** Whether programs may keep it for their user: in the home folder, out of sight, and nothing that was put there. */
  private isOfPrograms(path: string): boolean {
    const [folder, name = ""] = path.split("/");
    if (folder !== HOME || !(name.startsWith(".") || OF_PROGRAMS.includes(name))) return false;
    return ![...this.files].some((file) => file === path || file.startsWith(`${path}/`));
  }

  private put(file: string, text: string): void {
    this.files.add(file);
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The guarded folders of a run. One that a case has left clean serves the next. */
export class Grounds {
  private readonly idle: Ground[] = [];
  /** All that go when the run is over, also those that are gone: a program that ends late may make them again. */
  private readonly made: Ground[] = [];

  /**
   * @param parent the folder in which they are made
   * @param isKept whether they stay when the run is over
   */
  constructor(
    private readonly parent: string,
    private readonly isKept: boolean,
  ) {}

  /** @throws NexusError NXC_WORKSPACE */
  take(): Ground {
    return this.idle.pop() ?? this.make(this.isKept);
  }

  /** One that stays until the run is over, and no longer: no workspace is in it. @throws NexusError NXC_WORKSPACE */
  takeForRun(): UserFolders {
    return this.make(false);
  }

  /** For what takes place outside of any case. @throws NexusError NXC_WORKSPACE, and whatever the work throws */
  async lend<T>(work: (user: UserFolders) => Promise<T>): Promise<T> {
    const ground = this.take();
    try {
      return await work(ground);
    } finally {
      await this.giveBack(ground);
    }
  }

  /** To be called once the workspace in it is gone. */
  async giveBack(ground: Ground): Promise<void> {
    if (this.isKept) return;
    if (ground.isClean) this.idle.push(ground);
    else await ground.remove();
  }

  /** Removes all but those that stay, once the run is over and the programs have ended. */
  async remove(): Promise<void> {
    this.idle.length = 0;
    await Promise.all(this.made.splice(0).map((ground) => ground.remove()));
  }

  private make(isKept: boolean): Ground {
    const ground = inWorkspace(() => new Ground(this.parent, isKept));
    if (!isKept) this.made.push(ground);
    return ground;
  }
}
