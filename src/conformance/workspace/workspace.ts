/** The folder in which a case takes place, and what its files look like at a moment. */

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
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { NexusError } from "../../base/errors.js";
import type { GivenFile, GivenFiles } from "../fixture/case.js";
import { fillTokens, IN_HOME, type Tokens } from "../notation/file-path.js";
import type { Ground, Grounds } from "./ground.js";
import { removeFolder } from "./remove-folder.js";
import { collect, type Snapshot } from "./snapshot.js";
import { inWorkspace } from "./workspace-error.js";

const { O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

const removals = new Set<Promise<unknown>>();

export class Workspace {
  /** Absolute path, made for this case alone. */
  readonly folder: string;
  /** The guarded folder that it lies in. */
  readonly ground: Ground;
  private readonly pipesMade = new Set<string>();
  /** Whether a device was put into it. */
  hasDevices = false;

  /**
   * @param grounds guarded folders, one of which it is made in
   * @throws NexusError NXC_WORKSPACE
   */
  constructor(
    private readonly tokens: Tokens,
    private readonly grounds: Grounds,
  ) {
    this.ground = grounds.take();
    this.folder = inWorkspace(() => mkdtempSync(join(this.ground.workspaces, "project-")));
  }

  /** Absolute paths of the pipes that were put into it. */
  get pipes(): readonly string[] {
    return [...this.pipesMade];
  }

  /**
   * Writes given files and links, or removes those that must not exist.
   * @throws NexusError NXC_WORKSPACE
   */
  give(files: GivenFiles): void {
    for (const given of files) {
      const path = this.inside(fillTokens(given.file, this.tokens));
      inWorkspace(() => this.put(path, given));
    }
  }

  private put(path: string, given: GivenFile): void {
    this.checkFolder(path);
    if ("text" in given && given.text !== null) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, given.text);
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
      // Node has no function that makes one.
      execFileSync("mkfifo", [path]);
      this.pipesMade.add(path);
    }
  }

  /** Where a link leads: into the workspace, or to a guarded file. */
  private targetOf(path: string, link: string): string {
    const target = link.startsWith(IN_HOME) ? link : fillTokens(link, this.tokens);
    if (target.startsWith(IN_HOME)) return join(this.ground.home, target.slice(IN_HOME.length));
    const end = join(dirname(path), target);
    if (end !== this.folder && !this.ground.holds(end)) this.inside(relative(this.folder, end));
    return target;
  }

  /** What this case has put there, or an implementation, may be a link: nothing is written through one that leads out. */
  private checkFolder(path: string): void {
    let folder = dirname(path);
    while (!existsSync(folder)) folder = dirname(folder);
    const [real, root] = [realpathSync(folder), realpathSync(this.folder)];
    if (real === root || real.startsWith(root + sep)) return;
    throw NexusError.of("NXC_WORKSPACE", { reason: `"${relative(this.folder, path)}" leads out of it over a link` });
  }

  /** An implementation may even remove the folder; then no file is there. */
  snapshot(): Snapshot {
    const files = new Map(this.ground.look(this.folder));
    if (existsSync(this.folder)) collect(this.folder, files);
    return files;
  }

  /**
   * Lets go whoever still waits for a pipe. In this process each of them keeps one of the few threads that read files,
   * and without a thread the kit could not remove the folder either.
   */
  releasePipes(isKept: boolean): void {
    for (const path of this.pipesMade) releasePipe(path, isKept);
  }

  /** Removes the folder while the run goes on: deleting takes longer than many a case. */
  remove(): void {
    const removal = this.removeLater();
    removals.add(removal);
    void removal.finally(() => removals.delete(removal));
  }

  private async removeLater(): Promise<void> {
    const aside = join(this.ground.temporary, basename(this.folder));
    // The guarded folder serves the next case at once.
    const folder = renamed(this.folder, aside) ? aside : this.folder;
    // What an implementation still writes while it ends may come in between, so it is tried again.
    const removed = removeFolder(folder);
    if (folder === this.folder) await removed;
    await this.grounds.giveBack(this.ground);
    await removed;
  }

  /** Waits until every folder that was to be removed is gone. */
  static async removed(): Promise<void> {
    await Promise.all(removals);
  }

  /** Tokens are filled in by fixtures and adapters of others, so the path is looked at once more. */
  private inside(file: string): string {
    const path = join(this.folder, file);
    if (path.startsWith(this.folder + sep)) return path;
    throw NexusError.of("NXC_WORKSPACE", { reason: `"${file}" leaves it` });
  }
}

/** Somebody who opens it for both ends the waiting of either side. Without its name, nobody comes after. */
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
    // It is gone.
  }
}

function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
