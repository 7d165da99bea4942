import { mkdirSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { Folder } from "./folder.js";
import { codeOf, systemError } from "./system-error.js";
import { UnsafePath } from "./unsafe-path.js";

/** The place of a file of the project: a name in a folder that is open until {@link close}. */
export interface Place {
  readonly folder: Folder;
  readonly name: string;
  /** Whether a link was followed on the way. */
  readonly isLinked: boolean;
  close(): void;
}

export interface PlaceOptions {
  /** Creates missing folders on the way. */
  readonly make?: boolean;
  /** Follows a link in place of the file itself. */
  readonly follow?: boolean;
  /** A folder on the way that must not be a link. Links below it must not leave it. The project where absent. */
  readonly within?: string | undefined;
  /** Links may lead into `.git`, which otherwise belongs to git alone. */
  readonly mayEnterGit?: boolean;
}

/** Linux follows as many links for one path. */
const MOST_LINKS = 40;

/** Links of a real project pass through fewer folders for one path. A few planted links can ask for many thousands. */
const MOST_STEPS_OF_LINKS = 256;

/** Bytes of a path that every system accepts. */
const LONGEST_PATH = 4095;

/**
 * Finds the place of a file, one folder after the other. A link is followed only while it stays in the project.
 * @param root the project
 * @param file relative to the root, with forward slashes
 * @returns undefined where a folder on the way is missing
 * @throws UnsafePath for a link that must not be followed, or the error of the file system
 */
export function locate(root: string, file: string, options: PlaceOptions = {}): Place | undefined {
  if (Buffer.byteLength(join(root, file)) > LONGEST_PATH) throw systemError("ENAMETOOLONG");
  const walk = Walk.from(root, file, options);
  if (walk === undefined) return undefined;
  try {
    return walk.toEnd();
  } catch (error) {
    walk.close();
    if (options.make !== true && codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Does work at a place, then closes it. @returns undefined where {@link locate} does */
export function atPlace<T>(
  root: string,
  file: string,
  options: PlaceOptions,
  work: (place: Place) => T,
): T | undefined {
  const place = locate(root, file, options);
  if (place === undefined) return undefined;
  try {
    return work(place);
  } finally {
    place.close();
  }
}

class Walk {
  /** The folders from the root of the project down to the current one, and their names. */
  private readonly trail: Folder[];
  private readonly names: string[] = [];
  /** Number of folders at the start of the trail that a link may not leave. */
  private floor = 1;
  private links = 0;
  private stepsOfLinks = 0;
  /** The first link on the way, for the message of a refusal. */
  private firstLink: string | undefined;

  private constructor(
    private readonly root: string,
    private readonly file: string,
    private readonly options: PlaceOptions,
  ) {
    this.trail = [Folder.open(root)];
  }

  static from(root: string, file: string, options: PlaceOptions): Walk | undefined {
    try {
      if (options.make === true) mkdirSync(root, { recursive: true });
      return new Walk(root, file, options);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  toEnd(): Place {
    const parts = this.file.split("/");
    const within = this.options.within?.split("/").length ?? 0;
    for (const [index, part] of parts.slice(0, -1).entries()) {
      this.enter(part, this.options.make ?? false, index === within - 1);
      if (index === within - 1) this.floor = this.trail.length;
    }
    return this.last(parts.at(-1) ?? "");
  }

  close(): void {
    for (const folder of this.trail.splice(0)) folder.close();
  }

  private get top(): Folder {
    return this.trail.at(-1) as Folder;
  }

  private enter(part: string, make: boolean, mustBeFolder = false): void {
    if (part === "" || part === ".") return;
    if (part === "..") {
      this.leave();
      return;
    }
    const child = this.top.child(part) ?? (make ? this.madeChild(part) : undefined);
    if (child !== undefined) {
      this.push(part, child);
      return;
    }
    const found = this.top.look(part);
    // A folder that appears only now was missing when the walk passed.
    if (found === undefined || found.isDirectory()) throw systemError("ENOENT");
    if (!found.isSymbolicLink()) throw systemError("ENOTDIR");
    if (mustBeFolder) {
      this.firstLink ??= this.pathOf(part);
      throw this.leaves();
    }
    this.follow(part);
  }

  private push(name: string, folder: Folder): void {
    this.trail.push(folder);
    this.names.push(name);
    // macOS and Windows have one folder under both names.
    if (this.firstLink !== undefined && this.options.mayEnterGit !== true && name.toLowerCase() === ".git") {
      throw this.unsafe("leads into .git");
    }
  }

  private leave(): void {
    if (this.trail.length <= this.floor) throw this.leaves();
    this.trail.pop()?.close();
    this.names.pop();
  }

  /** Creates a folder where nothing is. Another process may create it in the same moment. */
  private madeChild(name: string): Folder | undefined {
    try {
      if (this.top.look(name) === undefined) mkdirSync(this.top.at(name));
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    return this.top.child(name);
  }

  /** Creates nothing behind a link: its target exists, or the link is broken. */
  private follow(name: string): void {
    for (const part of this.targetOf(name)) this.enter(part, false);
  }

  /** The file itself, or the target of its link where the caller follows links. */
  private last(given: string): Place {
    let name = given;
    while (this.options.follow === true && this.top.look(name)?.isSymbolicLink() === true) {
      const parts = this.targetOf(name);
      for (const part of parts.slice(0, -1)) this.enter(part, false);
      name = parts.at(-1) ?? ".";
      if (name !== "" && name !== "." && name !== "..") continue;
      this.enter(name, false);
      name = ".";
    }
    const { top: folder, trail, firstLink } = this;
    const close = () => {
      for (const each of trail.splice(0)) each.close();
    };
    return { folder, name, isLinked: firstLink !== undefined, close };
  }

  /** The parts of a link's target, after the walk has moved to the folder where they start. */
  private targetOf(name: string): readonly string[] {
    const target = readlinkSync(this.top.at(name));
    this.firstLink ??= this.pathOf(name);
    if (!isAbsolute(target)) return this.counted(partsOf(target));
    const floor = join(realpathSync(this.root), ...this.names.slice(0, this.floor - 1));
    const inside = [floor, join(resolve(this.root), ...this.names.slice(0, this.floor - 1))]
      .map((base) => relative(base, target))
      .find((path) => path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path));
    if (inside === undefined) throw this.leaves();
    while (this.trail.length > this.floor) this.leave();
    return this.counted(partsOf(inside));
  }

  private counted(parts: readonly string[]): readonly string[] {
    this.links += 1;
    this.stepsOfLinks += parts.length;
    if (this.links > MOST_LINKS || this.stepsOfLinks > MOST_STEPS_OF_LINKS) throw systemError("ELOOP");
    return parts;
  }

  private leaves(): UnsafePath {
    return this.unsafe(`leads out of ${this.options.within ?? "the project"}`);
  }

  private unsafe(how: string): UnsafePath {
    const link = this.firstLink;
    const isItself = link === undefined || link === this.file || `${link}/.` === this.file;
    return new UnsafePath("link", isItself ? `is a link that ${how}` : `${how} over the link ${link}`);
  }

  private pathOf(name: string): string {
    return [...this.names, name].join("/");
  }
}

function partsOf(path: string): readonly string[] {
  return path.split(sep === "\\" ? /[\\/]/u : "/");
}
