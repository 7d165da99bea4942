import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Grounds } from "./ground.js";
import { changesBetween } from "./snapshot.js";
import { Workspace } from "./workspace.js";

const grounds = new Grounds(tmpdir(), false);
let workspace: Workspace;

afterEach(async () => {
  workspace.remove();
  await Workspace.removed();
  await grounds.remove();
});

const made = () => new Workspace({ STATE_ROOT: ".", OWNER: "conformance" }, grounds);

/** What is in the workspace alone. */
function inside() {
  return new Map([...workspace.snapshot()].filter(([file]) => !file.startsWith("../")));
}

function write(...bytes: readonly number[]) {
  writeFileSync(join(workspace.folder, "kept"), Buffer.from(bytes));
  return inside();
}

test("a file that is no text is seen to change with each of its bytes", () => {
  workspace = made();
  const first = write(0x61, 0xff);
  expect(first).toEqual(new Map([["kept", expect.stringMatching(/^\ufffd 2 bytes, sha256 [0-9a-f]{64}$/u)]]));
  expect(changesBetween(first, write(0x61, 0xff))).toEqual([]);
  expect(changesBetween(first, write(0x61, 0xfe))).toEqual([{ file: "kept", change: "changed" }]);
});

test("a file of text is read as it was written, with letters of several bytes", () => {
  workspace = made();
  expect(write(...Buffer.from("für — 日本"))).toEqual(new Map([["kept", "für — 日本"]]));
});

test("a text that is written anew in another encoding has changed", () => {
  workspace = made();
  const first = write(...Buffer.from("für", "latin1"));
  expect(changesBetween(first, write(...Buffer.from("für", "utf8")))).toEqual([{ file: "kept", change: "changed" }]);
});
