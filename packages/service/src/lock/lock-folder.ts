import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import type { Folder } from "../files/folder.js";
import { entriesOf } from "../files/list-folder.js";
import { openRegular } from "../files/read-file.js";
import { codeOf } from "../files/system-error.js";
import { UnsafePath } from "../files/unsafe-path.js";
import { findHolder, type Holder, isOld, self } from "./holder.js";

const HELD = "held";

/** Error codes of a rename over a folder that is not empty. */
const TAKEN = ["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM"] : [])];

/** The name of a process, such as 0a1b2c3d4e5f607182. */
const NAME = /^[0-9a-f]{18}$/u;

/** The ticket of a waiting process: the start of the wait in milliseconds, and its name. */
const TICKET = /^wait-(\d{13})-([0-9a-f]{18})$/u;

/** A waiting process. */
export interface Ticket {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly owner: string;
}

/** Limit of entries to read in a folder that has one holder. */
const MOST_HELD = 100;

/**
 * The folder `.lock`. In it each process has a folder named after itself, which contains a file of the same name that
 * describes the process. The folder is renamed to `held` while the process holds the lock, and to `wait-TIME-NAME` while
 * it waits. A file system renames a folder to `held` only while that is missing or empty, so one process holds the lock
 * at a time.
 */
export class LockFolder {
  /** @param name of this process */
  constructor(
    private readonly folder: Folder,
    readonly name: string,
  ) {}

  static newName(): string {
    return randomBytes(9).toString("hex");
  }

  /** Creates the folder of this process, and removes those of dead processes. */
  prepare(): void {
    this.removeAbandoned();
    mkdirSync(this.folder.at(this.name));
    try {
      const text = JSON.stringify(self());
      this.inChild(this.name, (own) => writeFileSync(own.at(this.name), text, { flag: "wx" }));
    } catch (thrown) {
      this.remove(this.name);
      throw thrown;
    }
  }

  /**
   * Takes the lock, if it is free.
   * @param own the current name of this process's folder
   * @returns `gone` where that folder has been removed
   */
  take(own: string): "taken" | "refused" | "gone" {
    try {
      // On Windows a rename cannot replace a folder, not even an empty one.
      if (process.platform === "win32" && this.folder.look(HELD) !== undefined) rmdirSync(this.folder.at(HELD));
      renameSync(this.folder.at(own), this.folder.at(HELD));
      // Other machines judge by this time, and one of them may just have removed the file.
      return this.inChild(HELD, (held) => renewed(held, this.name)) === true ? "taken" : "gone";
    } catch (thrown) {
      const code = codeOf(thrown);
      if (code === "ENOENT") return "gone";
      if (TAKEN.includes(code) || code === "ENOTDIR") return "refused";
      throw thrown;
    }
  }

  /**
   * Renames the folder back, which is much cheaper than deleting it and creating another for the next call.
   * @returns whether the folder is there for the next call
   */
  giveBack(): "ready" | "gone" {
    try {
      // Another machine may have taken this process for dead. The folder belongs to another holder then.
      if (this.inChild(HELD, (held) => held.look(this.name)) === undefined) return "gone";
      renameSync(this.folder.at(HELD), this.folder.at(this.name));
      return "ready";
    } catch {
      this.remove(HELD);
      return "gone";
    }
  }

  /** Renames the folder of this process, to a ticket or back. @returns whether it existed */
  rename(from: string, to: string): boolean {
    try {
      renameSync(this.folder.at(from), this.folder.at(to));
      return true;
    } catch (thrown) {
      if (codeOf(thrown) === "ENOENT") return false;
      throw thrown;
    }
  }

  ticket(time: number): string {
    return `wait-${String(time).padStart(13, "0")}-${this.name}`;
  }

  /** Whether no living process holds the lock. Removes a dead holder, and moves foreign files away. */
  isFree(): boolean {
    const found = this.folder.look(HELD);
    if (found === undefined) return true;
    if (!found.isDirectory()) {
      this.moveFileAway(HELD);
      return true;
    }
    return this.inChild(HELD, (held) => this.isAbandoned(held)) ?? false;
  }

  /** Tickets of others that are older than this one, oldest first. */
  before(ticket: string): readonly Ticket[] {
    return entriesOf(this.folder)
      .entries.filter(({ name, kind }) => kind === "folder" && name < ticket && !name.endsWith(this.name))
      .flatMap(({ name }) => ticketIn(name) ?? [])
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Whether the process behind a ticket still waits, as far as can be known. */
  isWaiting({ name, owner }: Ticket): boolean {
    const found = this.inChild(name, (folder) => findHolder(folder, owner));
    return found?.kind === "holder" && !found.isDead;
  }

  /** The holder of the lock, where it is known. */
  holder(): Holder | undefined {
    return this.inChild(HELD, (held) => {
      const found = entriesOf(held, MOST_HELD).entries.map(({ name }) => findHolder(held, name));
      return found.flatMap((each) => (each.kind === "holder" ? [each.holder] : []))[0];
    });
  }

  private isAbandoned(held: Folder): boolean {
    for (const { name, raw } of entriesOf(held, MOST_HELD).entries) {
      if (raw !== undefined) {
        renameIfThere(Buffer.concat([Buffer.from(`${held.at(".")}/`), raw]), this.folder.at(foreignName()));
        continue;
      }
      const found = findHolder(held, name);
      if (found.kind === "holder" && !found.isDead) return false;
      const isOwn = NAME.test(name) && (found.kind === "holder" || found.kind === "half");
      if (isOwn) unlinkIfThere(held.at(name));
      else if (found.kind !== "nothing") renameIfThere(held.at(name), this.folder.at(foreignName()));
    }
    return true;
  }

  /** Removes folders of processes that died before they took the lock. Entries of another form stay. */
  private removeAbandoned(): void {
    for (const { name, kind } of entriesOf(this.folder).entries) {
      const owner = ownerOf(name);
      if (owner === undefined || kind !== "folder") continue;
      const found = this.inChild(name, (own) => findHolder(own, owner));
      // A process that has just created its folder has not written into it yet. One that is writing starts again.
      const isLeft = found?.kind === "nothing" && isOld(this.folder.look(name)?.mtimeMs ?? Date.now());
      if (isLeft || found?.kind === "half" || (found?.kind === "holder" && found.isDead)) this.remove(name, owner);
    }
  }

  private remove(folder: string, file: string = this.name): void {
    this.inChild(folder, (own) => unlinkIfThere(own.at(file)));
    removeIfEmpty(this.folder.at(folder));
  }

  /**
   * Moves a file in place of `held` to another name, since it was not made here. No system renames a folder over a file,
   * so a process that takes the lock in this moment keeps it.
   */
  private moveFileAway(name: string): void {
    const target = foreignName();
    writeFileSync(this.folder.at(target), "", { flag: "wx" });
    try {
      renameSync(this.folder.at(name), this.folder.at(target));
    } catch (thrown) {
      unlinkIfThere(this.folder.at(target));
      if (!["ENOENT", "ENOTDIR"].includes(codeOf(thrown))) throw thrown;
    }
  }

  /** Does work in a folder, never behind a link. @returns undefined where there is none */
  private inChild<T>(name: string, work: (folder: Folder) => T): T | undefined {
    const folder = this.folder.child(name);
    if (folder === undefined) return undefined;
    try {
      return work(folder);
    } finally {
      folder.close();
    }
  }
}

/** Sets the time of a holder's own file to now. @returns false where it is gone, or has another name as well */
function renewed(held: Folder, name: string): boolean {
  const descriptor = ownFile(held, name);
  if (descriptor === undefined) return false;
  try {
    if (fstatSync(descriptor).nlink !== 1) return false;
    const now = new Date();
    futimesSync(descriptor, now, now);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

function ownFile(held: Folder, name: string): number | undefined {
  try {
    return openRegular(held, name);
  } catch (thrown) {
    if (thrown instanceof UnsafePath) return undefined;
    throw thrown;
  }
}

function foreignName(): string {
  return `foreign-${randomBytes(6).toString("hex")}`;
}

/** The process that a folder belongs to; undefined where it belongs to none. */
function ownerOf(name: string): string | undefined {
  return NAME.test(name) ? name : ticketIn(name)?.owner;
}

function ticketIn(name: string): Ticket | undefined {
  const [, since, owner] = TICKET.exec(name) ?? [];
  return since === undefined || owner === undefined ? undefined : { name, since: Number(since), owner };
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (thrown) {
    if (!["ENOENT", "ENOTDIR", ...TAKEN].includes(codeOf(thrown))) throw thrown;
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (thrown) {
    if (codeOf(thrown) !== "ENOENT") throw thrown;
  }
}

function renameIfThere(from: string | Buffer, to: string): void {
  try {
    renameSync(from, to);
  } catch (thrown) {
    if (codeOf(thrown) !== "ENOENT") throw thrown;
  }
}
