import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, linkSync, openSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TemporaryProject } from "../testing/temporary-project.js";
import { listFolder } from "./list-folder.js";
import { readText } from "./read-file.js";

test("text is read as it is, and a file over the limit is refused", () => {
  const { root } = new TemporaryProject({ "a.txt": "zwölf" });
  expect(readText(root, "a.txt", 6)).toEqual({ text: "zwölf", isUtf8: true, isLinked: false });
  expect(() => readText(root, "a.txt", 5)).toThrow("holds more than");
  expect(readText(root, "b.txt", 5)).toBeNull();
});

test("a huge file costs no time and no memory", () => {
  const { root } = new TemporaryProject();
  const file = openSync(join(root, "endless"), "w");
  ftruncateSync(file, 1024 ** 4);
  closeSync(file);
  expect(() => readText(root, "endless", 64 * 1024)).toThrow("holds more than 64 KiB");
});

test("pipes, sockets, devices and folders are named and not opened", async () => {
  const { root } = new TemporaryProject({ "folder/a.txt": "" });
  execFileSync("mkfifo", [join(root, "pipe")]);
  symlinkSync("/dev/zero", join(root, "zero"));
  const server = createServer().listen(join(root, "socket"));
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once("listening", listening));
  expect(() => readText(root, "pipe", 10)).toThrow("is a pipe");
  expect(() => readText(root, "socket", 10)).toThrow("is a socket");
  expect(() => readText(root, "zero", 10)).toThrow("is a link that leads out of the project");
  expect(() => readText("/dev", "zero", 10)).toThrow("is a device");
  expect(() => readText(root, "folder", 10)).toThrow("EISDIR");
});

test("a file that was reached over a link is marked, since messages must not quote it", () => {
  const { root } = new TemporaryProject({ "a.txt": "a" });
  symlinkSync("a.txt", join(root, "link.txt"));
  linkSync(join(root, "a.txt"), join(root, "hard.txt"));
  expect(readText(root, "link.txt", 10)?.isLinked).toBe(true);
  expect(readText(root, "hard.txt", 10)?.isLinked).toBe(false);
});

test("a listing ends at its limit", () => {
  const { root } = new TemporaryProject({
    "many/1": "",
    "many/2": "",
    "many/deep/3": "",
    [`down/${"d/".repeat(40)}e`]: "",
  });
  expect(listFolder(root, "many", { most: 2 })).toMatchObject({ entries: { length: 2 }, isCut: true });
  expect(listFolder(root, "many", { most: 4, recursive: true })).toMatchObject({
    entries: { length: 4 },
    isCut: false,
  });
  expect(listFolder(root, "down", { recursive: true })).toMatchObject({ entries: { length: 33 }, isCut: true });
  expect(listFolder(root, "none")).toEqual({ entries: [], isCut: false });
});
