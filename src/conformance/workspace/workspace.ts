/** The folder in which a case runs. */

import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { NexusError } from "../../base/errors.js";
import type { GivenFile, GivenFiles } from "../fixture/case.js";
import { fillTokens, IN_HOME, type Tokens } from "../notation/file-path.js";
import type { GuardedFolder, GuardedFolders } from "./guarded-folder.js";
import { collect, type Snapshot } from "./snapshot.js";
import { inWorkspace } from "./workspace-error.js";

const { O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

const removals = new Set<Promise<unknown>>();

export class Workspace {
  /** Absolute path of a folder that only this case uses. */
  readonly folder: string;
  /** The guarded folder around it. */
  readonly guardedFolder: GuardedFolder;
  private readonly pipesMade = new Set<string>();
  /** Whether the case has created a link to a device. */
  hasDevices = false;

  /**
   * @param guardedFolders provides the guarded folder
   * @param name how the name of the folder begins
   * @throws NexusError NXC_WORKSPACE
   */
  constructor(
    private readonly tokens: Tokens,
    private readonly guardedFolders: GuardedFolders,
    name = "project-",
  ) {
    this.guardedFolder = guardedFolders.take();
    this.folder = inWorkspace(() => mkdtempSync(join(this.guardedFolder.workspaces, name)));
  }

  /**
   * Makes a symbolic link to the folder, which stays until the guarded folder is removed.
   * @returns its path, or that of the folder where the system allows no link
   */
  linkToFolder(): string {
    const link = join(mkdtempSync(join(this.guardedFolder.temporary, "link-")), basename(this.folder));
    try {
      symlinkSync(this.folder, link, "dir");
      return link;
    } catch {
      return this.folder;
    }
  }

  /** Absolute paths of the pipes that the case has created. */
  get pipes(): readonly string[] {
    return [...this.pipesMade];
  }

  /**
   * Creates the given files, and removes those that must not exist.
   * @param modified the modification time of the created files. Default: now
   * @throws NexusError NXC_WORKSPACE
   */
  give(files: GivenFiles, modified?: Date): void {
    for (const given of files) {
      const path = this.inside(fillTokens(given.file, this.tokens));
      inWorkspace(() => this.put(path, given, modified));
    }
  }

  private put(path: string, given: GivenFile, modified?: Date): void {
    this.checkFolder(path);
    if ("text" in given && given.text !== null) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, given.text, given.isLatin1 === true ? "latin1" : "utf8");
      if (modified !== undefined) utimesSync(path, modified, modified);
      return;
    }
    rmSync(path, { recursive: true, force: true });
    if ("text" in given) return;
    mkdirSync(dirname(path), { recursive: true });
    if ("link" in given) symlinkSync(this.targetOf(path, given.link), path);
    else if ("device" in given) {
      symlinkSync(`/dev/${given.device}`, path);
      this.hasDevices = true;
    } else {
      // Node cannot create a pipe.
      execFileSync("mkfifo", [path]);
      this.pipesMade.add(path);
    }
  }

  /** The target to write into a link. It must be in the workspace or in the guarded folder. */
  private targetOf(path: string, link: string): string {
    const target = link.startsWith(IN_HOME) ? link : fillTokens(link, this.tokens);
    if (target.startsWith(IN_HOME)) return join(this.guardedFolder.home, target.slice(IN_HOME.length));
    const end = join(dirname(path), target);
    if (end !== this.folder && !this.guardedFolder.holds(end)) this.inside(relative(this.folder, end));
    return target;
  }

  /** Refuses to write through a link that leaves the workspace. The case or an implementation may have created one. */
  private checkFolder(path: string): void {
    let folder = dirname(path);
    while (!existsSync(folder)) folder = dirname(folder);
    const [real, root] = [realpathSync.native(folder), realpathSync.native(this.folder)];
    if (real === root || real.startsWith(root + sep)) return;
    throw NexusError.of("NXC_WORKSPACE", { reason: `"${relative(this.folder, path)}" leaves it through a link` });
  }

  /** All files in the workspace and the guarded folder. An implementation may have removed the workspace. */
  snapshot(): Snapshot {
    const files = new Map(this.guardedFolder.look(this.folder));
    if (existsSync(this.folder)) collect(this.folder, files);
    return files;
  }

  /**
   * Ends reads that still wait for a pipe. In this process, each of them blocks one of the few threads for file access,
   * and without a free thread the kit could not remove the folder.
   */
  releasePipes(isKept: boolean): void {
    for (const path of this.pipesMade) releasePipe(path, isKept);
  }

  /** Moves the folder out of the way to be removed later, because removing it takes longer than many cases. */
  remove(): void {
    // Where that fails, it goes with the guarded folder at the end of the run.
    if (!this.guardedFolders.ended.take(this.folder)) return;
    const givenBack = this.guardedFolders.giveBack(this.guardedFolder);
    removals.add(givenBack);
    void givenBack.finally(() => removals.delete(givenBack));
  }

  /** Waits until all background removals have finished. */
  static async removed(): Promise<void> {
    await Promise.all(removals);
  }

  /** Checks the path again: the value of a token may come from an adapter. */
  private inside(file: string): string {
    const path = join(this.folder, file);
    if (path.startsWith(this.folder + sep)) return path;
    throw NexusError.of("NXC_WORKSPACE", { reason: `"${file}" leaves it` });
  }
}

/** Opening a pipe for reading and writing unblocks both sides. Unlinking it prevents further reads. */
function releasePipe(path: string, isKept: boolean): void {
  try {
    const pipe = openSync(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW);
    try {
      // An implementation may have put something else in its place.
      if (!isKept && fstatSync(pipe).isFIFO()) unlinkSync(path);
    } finally {
      closeSync(pipe);
    }
  } catch {
    // The pipe is already gone.
  }
}
