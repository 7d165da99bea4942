/** The folder that a run works in: real files, made for it and removed after it. */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import { atEnd, dismiss } from "../../src/conformance/at-end.js";
import { workspaceParent } from "../../src/conformance/workspace-parent.js";

export type Files = ReadonlyMap<string, string>;

export interface Workspace {
  readonly root: string;
  /** Every file with its text, by path. */
  files(): Files;
  /** @throws Error that a model can read, for a path that leads out or to no file */
  read(path: string): string;
  /** @throws Error that a model can read */
  write(path: string, text: string): void;
  /** @throws Error that a model can read */
  remove(path: string): void;
  close(): void;
}

/** Where the folders of runs lie: in memory where that goes, since the harness waits for the disk with each write. */
export const SCRATCH = workspaceParent({ isInProcess: true, isKept: false });

export function openWorkspace(given: Readonly<Record<string, string>>): Workspace {
  const root = realpathSync(mkdtempSync(join(SCRATCH, "nexus-scenario-")));
  const close = () => rmSync(root, { recursive: true, force: true });
  // Also when the runner is ended at once.
  atEnd("folders", root, close);
  const at = (path: string) => join(root, insidePath(path));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const orMissing = (path: string) => {
    if (!statSync(at(path), { throwIfNoEntry: false })?.isFile()) throw new Error(`${path}: there is no such file`);
    return at(path);
  };
  for (const [path, text] of Object.entries(given)) write(path, text);
  return {
    root,
    files: () =>
      new Map(
        fg
          .sync("**", { cwd: root, dot: true, followSymbolicLinks: false })
          .sort()
          .map((path) => [path, readFileSync(join(root, path), "utf8")]),
      ),
    read: (path) => readFileSync(orMissing(path), "utf8"),
    write,
    remove: (path) => rmSync(orMissing(path)),
    close: () => {
      dismiss("folders", root);
      close();
    },
  };
}

/** The path in one spelling. A model has no way to make a link, so what it spells is where it leads. */
export function insidePath(path: string): string {
  const parts = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (path.startsWith("/") || parts.includes("..") || parts.length === 0 || path.includes("\0"))
    throw new Error(`${path}: the path has to lead to a file inside of the workspace`);
  return parts.join("/");
}

/** What belongs to the session rather than to the project: operations write it. */
export function isSessionState(path: string): boolean {
  return path.startsWith(".nexus/state/");
}

/** Paths whose text differs, in order. */
export function differenceOf(before: Files, after: Files): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}
