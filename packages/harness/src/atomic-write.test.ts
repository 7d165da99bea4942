import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteWhole, writeWhole } from "./atomic-write.js";
import { Project } from "./testing/project.js";

test("a write creates its folders and leaves nothing beside the file", () => {
  const project = new Project();
  writeWhole(join(project.root, "a/b/state.json"), "new");
  expect(project.files()).toEqual(["a/b/state.json"]);
  expect(project.readText("a/b/state.json")).toBe("new");
});

test("a rename that fails leaves the old file whole and no temporary file", () => {
  const project = new Project({ "state.json": "old" });
  const rename = () => {
    throw new Error("disk is full");
  };
  expect(() => writeWhole(join(project.root, "state.json"), "new", { rename, unlink: () => {} })).toThrow(
    "disk is full",
  );
  expect(project.files()).toEqual(["state.json"]);
  expect(project.readText("state.json")).toBe("old");
});

test("the new content is complete before it takes the place of the old", () => {
  const project = new Project({ "state.json": "old" });
  const seen: unknown[] = [];
  const rename = (from: string) => {
    seen.push(project.readText(from.slice(project.root.length + 1)), project.readText("state.json"));
  };
  writeWhole(join(project.root, "state.json"), "new", { rename, unlink: () => {} });
  expect(seen).toEqual(["new", "old"]);
});

test("what a crash left beside a file goes away with a later write, and nothing else does", () => {
  const project = new Project({
    "state.json": "old",
    ".state.json.0a1b2c.tmp": "half, from an hour ago",
    ".state.json.3d4e5f.tmp": "another process is writing it",
    ".other.json.0a1b2c.tmp": "half of another file",
    "state.json.tmp": "of somebody else",
  });
  const anHourAgo = Date.now() / 1000 - 3600;
  utimesSync(join(project.root, ".state.json.0a1b2c.tmp"), anHourAgo, anHourAgo);
  utimesSync(join(project.root, ".other.json.0a1b2c.tmp"), anHourAgo, anHourAgo);
  writeWhole(join(project.root, "state.json"), "new");
  expect(project.files()).toEqual([".other.json.0a1b2c.tmp", ".state.json.3d4e5f.tmp", "state.json", "state.json.tmp"]);
});

test("a file that is not there is deleted already", () => {
  const project = new Project({ "state.json": "old" });
  deleteWhole(join(project.root, "state.json"));
  deleteWhole(join(project.root, "state.json"));
  expect(project.files()).toEqual([]);
});
