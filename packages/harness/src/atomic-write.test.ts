import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteFile, prepareCopy, prepareText, writeCache } from "./atomic-write.js";
import { Project } from "./testing/project.js";

test("a write creates its folders and leaves nothing beside the file", () => {
  const project = new Project();
  prepareText(join(project.root, "a/b/state.json"), "new").commit();
  expect(project.files()).toEqual(["a/b/state.json"]);
  expect(project.readText("a/b/state.json")).toBe("new");
});

test("what is prepared stands complete beside the old file until it takes its place", () => {
  const project = new Project({ "state.json": "old" });
  const prepared = prepareText(join(project.root, "state.json"), "new");
  const [beside, file] = project.files();
  expect([project.readText(beside!), project.readText(file!)]).toEqual(["new", "old"]);
  prepared.commit();
  expect(project.files()).toEqual(["state.json"]);
  expect(project.readText("state.json")).toBe("new");
});

test("what is discarded leaves the old file as it was", () => {
  const project = new Project({ "state.json": "old" });
  prepareText(join(project.root, "state.json"), "new").discard();
  expect(project.files()).toEqual(["state.json"]);
  expect(project.readText("state.json")).toBe("old");
});

test("a copy keeps the beginning and goes on with other text, longer or shorter", () => {
  const project = new Project({ "state.json": "[1, 2]" });
  const path = join(project.root, "state.json");
  prepareCopy(path, 5, ", 3, 4, ü]").commit();
  expect(project.readText("state.json")).toBe("[1, 2, 3, 4, ü]");
  prepareCopy(path, 2, "]").commit();
  expect(project.readText("state.json")).toBe("[1]");
});

test("a copy that fails leaves nothing behind", () => {
  const project = new Project();
  expect(() => prepareCopy(join(project.root, "state.json"), 1, "x")).toThrow("ENOENT");
  expect(project.files()).toEqual([]);
});

test("what a crash left beside a file goes away with a later write, and nothing else does", () => {
  const project = new Project({
    "state.json": "old",
    ".state.json.0a1b2c3d4e5f.tmp": "half",
    ".state.json.mine.tmp": "of somebody else",
    ".other.json.0a1b2c3d4e5f.tmp": "half of another file",
    "state.json.tmp": "of somebody else",
  });
  prepareText(join(project.root, "state.json"), "new").commit();
  expect(project.files()).toEqual([
    ".other.json.0a1b2c3d4e5f.tmp",
    ".state.json.mine.tmp",
    "state.json",
    "state.json.tmp",
  ]);
});

test("a file that is not there is deleted already", () => {
  const project = new Project({ "state.json": "old" });
  deleteFile(join(project.root, "state.json"));
  deleteFile(join(project.root, "state.json"));
  expect(project.files()).toEqual([]);
});

test("a cache is written whole where that can be done, and nothing happens where it cannot", () => {
  const project = new Project({ blocked: "a file and not a folder" });
  writeCache(join(project.root, "mine/cache.json"), "{}");
  writeCache(join(project.root, "blocked/cache.json"), "{}");
  expect(project.files()).toEqual(["blocked", "mine/cache.json"]);
  expect(readFileSync(join(project.root, "mine/cache.json"), "utf8")).toBe("{}");
});

test("a copy of a file that only its owner may write can be written all the same", () => {
  const project = new Project({ "state.json": "[1]" });
  const path = join(project.root, "state.json");
  chmodSync(path, 0o600);
  prepareCopy(path, 2, ", 2]").commit();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([0o600, 0o660, 0o755])("who may read and write a file stays as it was: %o", (mode) => {
  const project = new Project({ "state.json": "[1]" });
  const path = join(project.root, "state.json");
  chmodSync(path, mode);
  prepareText(path, "[2]").commit();
  expect([project.readText("state.json"), statSync(path).mode & 0o777]).toEqual(["[2]", mode]);
});

test("what is prepared is never open to more people than the old file", () => {
  const project = new Project({ "state.json": "secret" });
  chmodSync(join(project.root, "state.json"), 0o600);
  prepareText(join(project.root, "state.json"), "more secret");
  const [beside] = project.files();
  expect(statSync(join(project.root, beside!)).mode & 0o777).toBe(0o600);
});
