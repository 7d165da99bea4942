import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { GuardedFolders } from "./guarded-folder.js";
import { changesBetween } from "./snapshot.js";
import { Workspace } from "./workspace.js";

const guardedFolders = new GuardedFolders(tmpdir(), false);
let workspace: Workspace;

afterEach(async () => {
  workspace.remove();
  await Workspace.removed();
  await guardedFolders.remove();
});

const made = (name?: string) => new Workspace({ STATE_ROOT: ".", OWNER: "conformance" }, guardedFolders, name);

/** The files in the workspace itself. */
function inside() {
  return new Map([...workspace.snapshot()].filter(([file]) => !file.startsWith("../")));
}

function write(...bytes: readonly number[]) {
  writeFileSync(join(workspace.folder, "kept"), Buffer.from(bytes));
  return inside();
}

test("a file in Latin-1 has one byte for each character", () => {
  workspace = made();
  workspace.give([{ file: "kept", text: "ö", isLatin1: true }]);
  expect([...readFileSync(join(workspace.folder, "kept"))]).toEqual([0xf6]);
});

test("a change to any byte of a binary file is seen", () => {
  workspace = made();
  const first = write(0x61, 0xff);
  expect(first).toEqual(new Map([["kept", expect.stringMatching(/^\ufffd 2 bytes, sha256 [0-9a-f]{64}$/u)]]));
  expect(changesBetween(first, write(0x61, 0xff))).toEqual([]);
  expect(changesBetween(first, write(0x61, 0xfe))).toEqual([{ file: "kept", change: "changed" }]);
});

test("a text file is read as written, including characters of several bytes", () => {
  workspace = made();
  expect(write(...Buffer.from("für — 日本"))).toEqual(new Map([["kept", "für — 日本"]]));
});

test("a text rewritten in another encoding counts as changed", () => {
  workspace = made();
  const first = write(...Buffer.from("für", "latin1"));
  expect(changesBetween(first, write(...Buffer.from("für", "utf8")))).toEqual([{ file: "kept", change: "changed" }]);
});

test("a workspace whose name is given is at the same place as any other", () => {
  workspace = made("My project #1 ü ");
  const [parent, name] = [dirname(workspace.folder), basename(workspace.folder)];
  expect([parent, name]).toEqual([workspace.guardedFolder.workspaces, expect.stringMatching(/^My project #1 ü ./u)]);
});
