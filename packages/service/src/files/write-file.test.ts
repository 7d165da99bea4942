import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TemporaryProject } from "../testing/temporary-project.js";
import { openFile } from "./read-file.js";
import { appendLine, deleteFile, prepareCopy, prepareText, renameFile, writeCache } from "./write-file.js";

function copy({ root }: TemporaryProject, length: number, text: string): void {
  const old = openFile(root, "state.json")!;
  prepareCopy(root, "state.json", old, length, text).commit();
  old.close();
}

test("a write creates its folders and leaves nothing beside the file", () => {
  const project = new TemporaryProject();
  prepareText(project.root, "a/b/state.json", "new").commit();
  expect(project.files()).toEqual(["a/b/state.json"]);
  expect(project.readText("a/b/state.json")).toBe("new");
});

test("prepared content is complete beside the old file until it replaces it", () => {
  const project = new TemporaryProject({ "state.json": "old" });
  const prepared = prepareText(project.root, "state.json", "new");
  const [beside, file] = project.files();
  expect([project.readText(beside!), project.readText(file!)]).toEqual(["new", "old"]);
  prepared.commit();
  expect(project.files()).toEqual(["state.json"]);
  expect(project.readText("state.json")).toBe("new");
});

test("discarded content leaves the old file as it was", () => {
  const project = new TemporaryProject({ "state.json": "old" });
  prepareText(project.root, "state.json", "new").discard();
  expect(project.files()).toEqual(["state.json"]);
  expect(project.readText("state.json")).toBe("old");
});

test("a copy keeps the beginning and continues with other text, longer or shorter", () => {
  const project = new TemporaryProject({ "state.json": "[1, 2]" });
  copy(project, 5, ", 3, 4, ü]");
  expect(project.readText("state.json")).toBe("[1, 2, 3, 4, ü]");
  copy(project, 2, "]");
  expect(project.readText("state.json")).toBe("[1]");
});

test("a copy of a missing file leaves nothing behind", () => {
  const project = new TemporaryProject({ "state.json": "old" });
  const old = { ...openFile(project.root, "state.json")!, path: join(project.root, "gone.json") };
  expect(() => prepareCopy(project.root, "state.json", old, 1, "x")).toThrow("ENOENT");
  old.close();
  expect(project.files()).toEqual(["state.json"]);
});

test("a later write removes what a crash left beside the file, and nothing else", () => {
  const project = new TemporaryProject({
    "state.json": "old",
    ".state.json.0a1b2c3d4e5f.tmp": "half",
    ".state.json.mine.tmp": "foreign",
    ".other.json.0a1b2c3d4e5f.tmp": "half of another file",
    "state.json.tmp": "foreign",
  });
  prepareText(project.root, "state.json", "new").commit();
  expect(project.files()).toEqual([
    ".other.json.0a1b2c3d4e5f.tmp",
    ".state.json.mine.tmp",
    "state.json",
    "state.json.tmp",
  ]);
});

test("deleting a missing file does nothing", () => {
  const project = new TemporaryProject({ "state.json": "old" });
  deleteFile(project.root, "state.json");
  deleteFile(project.root, "state.json");
  expect(project.files()).toEqual([]);
});

test("a cache is written whole, and a failure to write it is ignored", () => {
  const project = new TemporaryProject({ blocked: "a file and not a folder" });
  writeCache(project.root, "mine/cache.json", "{}");
  writeCache(project.root, "blocked/cache.json", "{}");
  expect(project.files()).toEqual(["blocked", "mine/cache.json"]);
  expect(readFileSync(join(project.root, "mine/cache.json"), "utf8")).toBe("{}");
});

test("a copy keeps the permissions of a private file", () => {
  const project = new TemporaryProject({ "state.json": "[1]" });
  const path = join(project.root, "state.json");
  chmodSync(path, 0o600);
  copy(project, 2, ", 2]");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([0o600, 0o660, 0o755])("permissions stay as they were: %o", (mode) => {
  const project = new TemporaryProject({ "state.json": "[1]" });
  const path = join(project.root, "state.json");
  chmodSync(path, mode);
  prepareText(project.root, "state.json", "[2]").commit();
  expect([project.readText("state.json"), statSync(path).mode & 0o777]).toEqual(["[2]", mode]);
});

test("prepared content is never readable by more users than the old file", () => {
  const project = new TemporaryProject({ "state.json": "secret" });
  chmodSync(join(project.root, "state.json"), 0o600);
  prepareText(project.root, "state.json", "more secret");
  const [beside] = project.files();
  expect(statSync(join(project.root, beside!)).mode & 0o777).toBe(0o600);
});

test("a link in place of a file is not replaced, deleted or written through", () => {
  const project = new TemporaryProject({ "other.txt": "other\n" });
  const link = join(project.root, "state.json");
  symlinkSync("other.txt", link);
  expect(() => prepareText(project.root, "state.json", "new")).toThrow("is a link");
  expect(() => appendLine(project.root, "state.json", "new")).toThrow("is a link");
  expect(() => deleteFile(project.root, "state.json")).toThrow("is a link");
  expect(() => renameFile(project.root, "state.json", "aside.json")).toThrow("is a link");
  writeCache(project.root, "state.json", "new");
  expect([lstatSync(link).isSymbolicLink(), project.readText("other.txt")]).toEqual([true, "other\n"]);
  expect(project.files()).toEqual(["other.txt"]);
});

test("a link that is named like a leftover stays", () => {
  const project = new TemporaryProject({ "state.json": "old" });
  symlinkSync("state.json", join(project.root, ".state.json.0a1b2c3d4e5f.tmp"));
  prepareText(project.root, "state.json", "new").commit();
  expect(lstatSync(join(project.root, ".state.json.0a1b2c3d4e5f.tmp")).isSymbolicLink()).toBe(true);
});

test("a line is appended to a log on a line of its own, and not to a file with a second name", () => {
  const project = new TemporaryProject({ "log.jsonl": "one\ncut o" });
  appendLine(project.root, "log.jsonl", "two");
  appendLine(project.root, "new/log.jsonl", "first");
  expect([project.readText("log.jsonl"), project.readText("new/log.jsonl")]).toEqual(["one\ncut o\ntwo\n", "first\n"]);
  const outside = new TemporaryProject({ profile: "one\n" });
  linkSync(join(outside.root, "profile"), join(project.root, "hard.jsonl"));
  appendLine(project.root, "hard.jsonl", "two");
  expect([project.readText("hard.jsonl"), outside.readText("profile")]).toEqual(["one\ntwo\n", "one\n"]);
});

test("a line for which the disk has too little room is refused", () => {
  const limit = 2 ** 20;
  const project = new TemporaryProject({ "tools.log": `${"x".repeat(limit - 5)}\n` });
  const code = `
    import { appendLine } from ${JSON.stringify(fileURLToPath(new URL("write-file.ts", import.meta.url)))};
    try { appendLine(${JSON.stringify(project.root)}, "tools.log", "a longer line"); }
    catch ({ code }) { console.log(code); }`;
  // Beyond the limit a file grows no more, as on a full disk.
  const command = `ulimit -f ${limit / 512}; exec "$0" --import tsx --input-type=module -e "$1"`;
  expect(execFileSync("sh", ["-c", command, process.execPath, code], { encoding: "utf8" })).toBe("EFBIG\n");
});
