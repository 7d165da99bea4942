/** The folder in which a case takes place, and what its files look like at a moment. */

import { isUtf8 } from "node:buffer";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { NexusError, reasonOf } from "../errors.js";
import { atEnd, dismiss } from "./at-end.js";
import type { GivenFile, GivenFiles } from "./case.js";
import { fillTokens, type Tokens } from "./tokens.js";

/** Every file of a workspace by its path with forward slashes; a symbolic link is recorded as where it points. */
export type Snapshot = ReadonlyMap<string, string>;

export interface FileChange {
  readonly file: string;
  readonly change: "created" | "changed" | "deleted";
}

const removals = new Set<Promise<unknown>>();

export class Workspace {
  /** Absolute path, made for this case alone. */
  readonly folder: string;

  /**
   * @param parent the folder in which it is made
   * @param isKept whether it stays when the run is over
   * @throws NexusError NXC_WORKSPACE
   */
  constructor(
    private readonly tokens: Tokens,
    parent: string,
    isKept: boolean,
  ) {
    this.folder = prepared(() => mkdtempSync(join(parent, "nexus-conformance-")));
    if (!isKept) atEnd("folders", this.folder, () => removeNow(this.folder));
  }

  /**
   * Writes given files and links, or removes those that must not exist.
   * @throws NexusError NXC_WORKSPACE
   */
  give(files: GivenFiles): void {
    for (const given of files) {
      const path = this.inside(fillTokens(given.file, this.tokens));
      prepared(() => this.put(path, given));
    }
  }

  private put(path: string, given: GivenFile): void {
    if ("link" in given) {
      const target = fillTokens(given.link, this.tokens);
      const end = join(relative(this.folder, dirname(path)), target);
      if (end !== ".") this.inside(end);
      rmSync(path, { recursive: true, force: true });
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
    } else if (given.text === null) {
      rmSync(path, { recursive: true, force: true });
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, given.text);
    }
  }

  /** An implementation may even remove the folder; then no file is there. */
  snapshot(): Snapshot {
    const files = new Map<string, string>();
    if (existsSync(this.folder)) this.collect("", files);
    return files;
  }

  /** Removes the folder while the run goes on: deleting takes longer than many a case. */
  remove(): void {
    // What an implementation still writes while it ends may come in between, so it is tried again.
    const removal = rm(this.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    removals.add(removal);
    void removal.finally(() => {
      removals.delete(removal);
      dismiss("folders", this.folder);
    });
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

  private collect(folder: string, files: Map<string, string>): void {
    for (const entry of readdirSync(join(this.folder, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) this.collect(path, files);
      else if (entry.isSymbolicLink()) files.set(path, `symbolic link to ${readlinkSync(join(this.folder, path))}`);
      else if (entry.isFile()) files.set(path, contentOf(join(this.folder, path)));
      else files.set(path, "neither a file nor a folder");
    }
  }
}

/** Before the content of a file that is no text: else its bytes could look like the text of another encoding. */
const NO_TEXT = "\uFFFD";

/**
 * What a file holds, as text. Of bytes that are none, such as a database, only sameness is asked: each of them becomes
 * one character, which is quick, and no two of them look alike.
 */
function contentOf(path: string): string {
  const bytes = readFileSync(path);
  return isUtf8(bytes) ? bytes.toString("utf8") : `${NO_TEXT}${bytes.toString("latin1")}`;
}

function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Nobody is left to be told, and the system clears its temporary folder some day.
  }
}

function prepared<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw NexusError.of("NXC_WORKSPACE", { reason: reasonOf(thrown) }, undefined, thrown);
  }
}

/** The files that differ between two moments. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly FileChange[] {
  const created = [...after.keys()].filter((file) => !before.has(file));
  const deleted = [...before.keys()].filter((file) => !after.has(file));
  const changed = [...after].filter(([file, text]) => before.has(file) && before.get(file) !== text);
  return [
    ...created.map((file) => ({ file, change: "created" as const })),
    ...changed.map(([file]) => ({ file, change: "changed" as const })),
    ...deleted.map((file) => ({ file, change: "deleted" as const })),
  ];
}
