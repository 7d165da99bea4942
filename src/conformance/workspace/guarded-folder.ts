/** The guarded folder around a workspace. It contains files of a user that an implementation must leave alone. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { definedOnly } from "../../base/defined-only.js";
import { GUARDED, OUT } from "../notation/file-path.js";
import { atEnd, dismiss } from "./at-end.js";
import { EndedWorkspaces } from "./ended-workspaces.js";
import { removeFolder, removeFolderNow } from "./remove-folder.js";
import { Seen } from "./seen.js";
import { changesBetween, collect, type Snapshot } from "./snapshot.js";
import type { UserFolders } from "./user-environment.js";
import { inWorkspace } from "./workspace-error.js";

/** The two folders between the guarded one and a workspace. */
const BETWEEN = "code/projects";
const REPOSITORY = `${BETWEEN}/.git`;
const HOME = "home";
const TEMPORARY = "tmp";

/** Where programs store their data in the home folder on systems other than Linux. */
const OF_PROGRAMS = ["Library", "AppData"];

/**
 * One guarded folder. It contains the workspace, three levels down, and the user's home and temporary folders. An
 * implementation may write anything to the temporary folder, and create files in hidden entries of the home folder. It must
 * not change anything else outside the workspace.
 */
export class GuardedFolder implements UserFolders {
  private readonly folder: string;
  private readonly seen = new Seen<Snapshot>();
  private readonly before: Snapshot;
  /** The same with a workspace in it, before the first case. */
  private around: Snapshot | undefined;
  /** Whether it was seen to be as before when the last session ended. */
  private isAsBefore = false;
  /** Files created by the kit. They are guarded even in hidden folders. */
  private readonly files = new Set<string>();
  /** Files of the running case, each with the outermost folder that was made for it. */
  private readonly given = new Map<string, string | undefined>();
  /** Whether an implementation may write the git folder above the workspace. */
  private allowsRepository = false;

  /** @throws the error of the file system */
  constructor(parent: string, isKept: boolean) {
    // The name says nothing of the kit, because implementations see it.
    this.folder = mkdtempSync(join(parent, "user-"));
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

  /** Whether a path is below this folder. Does not follow links. */
  holds(path: string): boolean {
    return path.startsWith(this.folder + sep);
  }

  /**
   * Writes a file of the user, which a link in the case may point to.
   * @param file path relative to the guarded folder
   * @throws NexusError NXC_WORKSPACE
   */
  give(file: string, text: string): void {
    this.given.set(
      file,
      inWorkspace(() => this.put(file, text)),
    );
  }

  /** Lets the running case have a git repository in the folder of its workspace. */
  allowRepository(): void {
    this.allowsRepository = true;
  }

  /**
   * Takes away the files of the case that has ended, if nothing else has changed. Otherwise the next case needs a new
   * folder, and with it a new process, because a process keeps its home.
   * @returns whether another case can use it
   */
  restore(): boolean {
    if (this.allowsRepository) rmSync(join(this.folder, REPOSITORY), { recursive: true, force: true });
    this.allowsRepository = false;
    const isAsBefore = this.isAsBefore;
    this.isAsBefore = false;
    if (isAsBefore) return true;
    const now = new Map(this.look(undefined));
    for (const file of this.given.keys()) now.delete(OUT + file);
    if (now.size !== this.before.size || [...now].some(([file, text]) => this.before.get(file) !== text)) return false;
    for (const [file, made = join(this.folder, file)] of this.given) {
      rmSync(made, { recursive: true, force: true });
      this.files.delete(file);
    }
    this.given.clear();
    return true;
  }

  /**
   * All guarded files when a case begins. Another case uses a folder only if the last one left it as it was, so it is not
   * looked at again. What an implementation changes between two cases is therefore found in the second.
   */
  lookBefore(workspace: string): Snapshot {
    if (this.given.size > 0) return this.look(workspace);
    this.around ??= this.look(workspace);
    return this.around;
  }

  /** All guarded files when the sessions of a case have ended. */
  lookAfter(workspace: string): Snapshot {
    const files = this.look(workspace);
    this.isAsBefore =
      this.given.size === 0 && this.around !== undefined && changesBetween(this.around, files).length === 0;
    return files;
  }

  /** All guarded files, by path relative to a workspace. @param workspace its absolute path; it is left out */
  look(workspace: string | undefined): Snapshot {
    if (this.given.size > 0 || this.allowsRepository) return this.collected(workspace);
    // Each case makes and removes a workspace, so this folder changes all the time.
    const lively = this.workspaces;
    const others = namesIn(lively).filter((name) => join(lively, name) !== workspace);
    return this.seen.read(others.join("/"), (reads) =>
      this.collected(workspace, (path) => {
        if (path !== lively) reads(path);
      }),
    );
  }

  private collected(workspace: string | undefined, reads?: (path: string) => void): Snapshot {
    const files = new Map<string, string>();
    const skips = (path: string) =>
      join(this.folder, path) === workspace ||
      path === TEMPORARY ||
      (this.allowsRepository && path === REPOSITORY) ||
      this.isOfPrograms(path);
    // Without this option, an empty folder would not appear.
    const options = { prefix: OUT, skips, emptyFolders: true, ...definedOnly({ reads }) };
    if (existsSync(this.folder)) collect(this.folder, files, options);
    return files;
  }

  async remove(): Promise<void> {
    await removeFolder(this.folder);
    dismiss("folders", this.folder);
  }

  /** Whether programs may write it: a hidden entry of the home folder that the kit did not create. */
  private isOfPrograms(path: string): boolean {
    const [folder, name = ""] = path.split("/");
    if (folder !== HOME || !(name.startsWith(".") || OF_PROGRAMS.includes(name))) return false;
    return ![...this.files].some((file) => file === path || file.startsWith(`${path}/`));
  }

  /** @returns the outermost folder that was missing */
  private put(file: string, text: string): string | undefined {
    this.files.add(file);
    const path = join(this.folder, file);
    const made = mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return made;
  }
}

/** The names in a folder, or none if it cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The guarded folders of a run. A folder that is still clean after a case is used again. */
export class GuardedFolders {
  private readonly idle: GuardedFolder[] = [];
  /** All folders to remove after the run, removed ones included: a program that ends late may create them again. */
  private readonly made: GuardedFolder[] = [];
  /** Where the workspaces of ended cases wait to be removed. */
  readonly ended: EndedWorkspaces;

  /**
   * @param parent the folder to create them in
   * @param isKept whether to keep them after the run
   */
  constructor(
    private readonly parent: string,
    private readonly isKept: boolean,
  ) {
    this.ended = new EndedWorkspaces(parent);
  }

  /** @throws NexusError NXC_WORKSPACE */
  take(): GuardedFolder {
    return this.idle.pop() ?? this.make(this.isKept);
  }

  /** A folder without a workspace. It is always removed after the run. @throws NexusError NXC_WORKSPACE */
  takeForRun(): UserFolders {
    return this.make(false);
  }

  /** Provides a folder for work outside any case. @throws NexusError NXC_WORKSPACE, and errors of the work */
  async lend<T>(work: (user: UserFolders) => Promise<T>): Promise<T> {
    const guarded = this.take();
    try {
      return await work(guarded);
    } finally {
      await this.giveBack(guarded);
    }
  }

  /** Call this after the workspace in it is removed. */
  async giveBack(guarded: GuardedFolder): Promise<void> {
    if (this.isKept) return;
    if (guarded.restore()) this.idle.push(guarded);
    else await guarded.remove();
  }

  /** Removes all folders that are not kept. Call this after the run, when the programs have ended. */
  async remove(): Promise<void> {
    this.idle.length = 0;
    await Promise.all([this.ended.remove(), ...this.made.splice(0).map((guarded) => guarded.remove())]);
  }

  private make(isKept: boolean): GuardedFolder {
    const guarded = inWorkspace(() => new GuardedFolder(this.parent, isKept));
    if (!isKept) this.made.push(guarded);
    return guarded;
  }
}
