import fs, { lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { GuardedFolders } from "../workspace/guarded-folder.js";
import { Workspace } from "../workspace/workspace.js";
import { Copies } from "./recorder.js";

function newWorkspace(): Workspace {
  const folders = new GuardedFolders(temporaryFolder(), false);
  onTestFinished(() => folders.remove());
  return new Workspace({}, folders);
}

test("a restored copy has the files, links, empty folders and times of its moment, and nothing else", () => {
  const workspace = newWorkspace();
  const { folder } = workspace;
  writeFiles(folder, { "state/a.json": "1", "state/b.json": "2" });
  writeFiles(workspace.guardedFolder.home, { ".tool/cache": "warm" });
  mkdirSync(join(folder, "lock"));
  symlinkSync("state/a.json", join(folder, "link"));
  const old = new Date("2026-01-01T00:00:00Z");
  utimesSync(join(folder, "state/a.json"), old, old);
  const copies = new Copies(workspace);
  const copy = copies.take() ?? "";
  const before = copies.contentOf(copy);
  rmSync(join(folder, "lock"), { recursive: true });
  rmSync(join(folder, "link"));
  writeFiles(folder, { "state/a.json": "3", "state/new.json": "4" });
  writeFiles(workspace.guardedFolder.home, { ".tool/cache": "cold" });
  copies.restore(copy);
  expect(copies.contentOf(copies.take() ?? "")).toEqual(before);
  expect(before.size).toBeGreaterThanOrEqual(5);
  expect(readlinkSync(join(folder, "link"))).toBe("state/a.json");
  expect(lstatSync(join(folder, "state/a.json")).mtime).toEqual(old);
});

test("files behind a link that was put in the place of the workspace stay", () => {
  const workspace = newWorkspace();
  writeFiles(workspace.folder, { "a.json": "1" });
  const copies = new Copies(workspace);
  const copy = copies.take() ?? "";
  const victim = temporaryFolder();
  writeFiles(victim, { "precious.txt": "keep me" });
  rmSync(workspace.folder, { recursive: true });
  symlinkSync(victim, workspace.folder);
  expect(() => copies.restore(copy)).toThrow("is no longer a folder");
  expect(readdirSync(victim)).toEqual(["precious.txt"]);
});

test("a state that changes while it is copied is no copy", () => {
  const workspace = newWorkspace();
  writeFiles(workspace.folder, { "a.json.next": "1" });
  const copies = new Copies(workspace);
  const { copyFileSync } = fs;
  const copying = vi.spyOn(fs, "copyFileSync").mockImplementationOnce((from, to) => {
    rmSync(from);
    copyFileSync(from, to);
  });
  onTestFinished(() => copying.mockRestore());
  expect(copies.take()).toBeUndefined();
  expect(copies.take()).toBeDefined();
});
