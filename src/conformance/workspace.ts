/** The folder in which a case takes place, and what its files look like at a moment. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileGlob } from "../glob.js";
import type { GivenFiles } from "./case.js";
import { fillTokens, type Tokens } from "./tokens.js";

/** Every file of a workspace by its path with forward slashes; a symbolic link is recorded as where it points. */
export type Snapshot = ReadonlyMap<string, string>;

export interface FileChange {
  readonly file: string;
  readonly change: "created" | "changed" | "deleted";
}

export class Workspace {
  /** Absolute path, made for this case alone. */
  readonly folder: string = mkdtempSync(join(tmpdir(), "nexus-conformance-"));
  private readonly ignored: readonly ((path: string) => boolean)[];

  constructor(
    private readonly tokens: Tokens,
    ignore: readonly string[],
  ) {
    this.ignored = ignore.map((glob) => compileGlob(fillTokens(glob, tokens)));
  }

  /** Writes given files, or removes those that must not exist. */
  give(files: GivenFiles): void {
    for (const { file, text } of files) {
      const path = join(this.folder, fillTokens(file, this.tokens));
      if (text === null) {
        rmSync(path, { recursive: true, force: true });
      } else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
    }
  }

  snapshot(): Snapshot {
    const files = new Map<string, string>();
    this.collect("", files);
    return files;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private collect(folder: string, files: Map<string, string>): void {
    for (const entry of readdirSync(join(this.folder, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (this.ignored.some((matches) => matches(path))) continue;
      if (entry.isDirectory()) this.collect(path, files);
      else if (entry.isSymbolicLink()) files.set(path, `symbolic link to ${readlinkSync(join(this.folder, path))}`);
      else if (entry.isFile()) files.set(path, readFileSync(join(this.folder, path), "utf8"));
      else files.set(path, "neither a file nor a folder");
    }
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
