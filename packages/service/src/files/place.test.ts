import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { TemporaryProject } from "../testing/temporary-project.js";
import { Folder, workByPath } from "./folder.js";
import { atPlace, type PlaceOptions } from "./place.js";
import { readText } from "./read-file.js";

afterEach(() => workByPath(false));

/** A project with links, and a foreign folder beside it. */
function withLinks(links: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const outside = new TemporaryProject({ "secret.txt": "secret" });
  const project = new TemporaryProject({
    "real/a.txt": "in real",
    "real/deep/b.txt": "in deep",
    ".git/HEAD": "x",
    ...files,
  });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(project.root, path)), { recursive: true });
    const up = (text: string) => text.replace("OUTSIDE", outside.root).replace("ROOT", project.root);
    symlinkSync(up(target), join(project.root, path));
  }
  return { root: project.root, outside };
}

const read = (root: string, file: string, options?: PlaceOptions) => readText(root, file, 1000, options);

describe.each([
  ["through descriptors", false],
  ["by path, as on other systems", true],
])("%s", (_, isByPath) => {
  test.each<[string, Readonly<Record<string, string>>, string, string | null]>([
    ["a folder", {}, "real/deep/b.txt", "in deep"],
    ["a link to a folder of the project", { link: "real" }, "link/a.txt", "in real"],
    ["an absolute link to a folder of the project", { link: "ROOT/real" }, "link/deep/b.txt", "in deep"],
    ["a link that goes up and stays in the project", { "one/link": "../real/deep/.." }, "one/link/a.txt", "in real"],
    ["a link to a link", { one: "two", two: "real" }, "one/a.txt", "in real"],
    ["a link to a file", { "link.txt": "real/a.txt" }, "link.txt", "in real"],
    ["a link to nothing", { link: "missing" }, "link/a.txt", null],
    ["nothing", {}, "missing/a.txt", null],
  ])("%s is read where it leads", (_what, links, file, text) => {
    workByPath(isByPath);
    expect(read(withLinks(links).root, file)?.text ?? null).toBe(text);
  });

  test.each<[string, Readonly<Record<string, string>>, string, PlaceOptions, RegExp]>([
    [
      "a relative link",
      { link: "../../../../../../OUTSIDE" },
      "link/secret.txt",
      {},
      /^is a link|leads out of the project/,
    ],
    ["an absolute link", { link: "OUTSIDE" }, "link/secret.txt", {}, /^leads out of the project over the link link$/],
    [
      "a link in place of the file",
      { "a.txt": "OUTSIDE/secret.txt" },
      "a.txt",
      {},
      /^is a link that leads out of the project$/,
    ],
    ["a link through the project", { link: "real/../../x" }, "link/a.txt", {}, /leads out of the project/],
    [
      "a link to a link",
      { one: "two", two: "OUTSIDE" },
      "one/secret.txt",
      {},
      /leads out of the project over the link one$/,
    ],
    ["a link to the folder above", { link: ".." }, "link/a.txt", {}, /leads out/],
    ["a link to the folder above and back", { link: "../ROOT" }, "link/real/a.txt", {}, /leads out/],
    ["a link into .git", { link: ".git" }, "link/HEAD", {}, /^leads into \.git over the link link$/],
    [
      "a link out of the folder that counts",
      { "real/link": "../other" },
      "real/link/a.txt",
      { within: "real" },
      /leads out of real/,
    ],
    ["a folder that counts and is a link", { link: "real" }, "link/a.txt", { within: "link" }, /leads out of link/],
  ])("%s is refused", (_what, links, file, options, problem) => {
    workByPath(isByPath);
    const { root } = withLinks(links, { "other/a.txt": "other" });
    expect(() => read(root, file, options)).toThrow(problem);
  });

  test("links in a circle are ELOOP", () => {
    workByPath(isByPath);
    const { root } = withLinks({ one: "two", two: "one" });
    expect(() => read(root, "one/a.txt")).toThrow("ELOOP");
    expect(() => read(root, "one")).toThrow("ELOOP");
  });

  test("a few links through thousands of folders are ELOOP as well", () => {
    workByPath(isByPath);
    const { root } = withLinks({ one: `${"real/../".repeat(200)}real/a.txt` });
    expect(() => read(root, "one")).toThrow("ELOOP");
  });

  test("a link to its own folder, or to one above, leads to a folder", () => {
    workByPath(isByPath);
    const { root } = withLinks({ "real/here": ".", "real/up": ".." });
    for (const link of ["real/here", "real/up"]) expect(() => read(root, link)).toThrow("EISDIR");
  });

  test("folders are created on the way, but not behind a link to nothing", () => {
    workByPath(isByPath);
    const { root, outside } = withLinks({ link: "new-folder", out: "OUTSIDE/new" });
    atPlace(root, "a/b/c.txt", { make: true }, () => undefined);
    expect(readdirSync(join(root, "a"))).toEqual(["b"]);
    expect(() => atPlace(root, "link/a.txt", { make: true }, () => undefined)).toThrow("ENOENT");
    expect(() => atPlace(root, "out/a.txt", { make: true }, () => undefined)).toThrow("leads out of the project");
    expect(outside.files()).toEqual(["secret.txt"]);
  });

  test("a project may be reached over a link", () => {
    workByPath(isByPath);
    const { root } = withLinks({ "real/link": "ROOT/real/deep" });
    const link = join(new TemporaryProject().root, "link");
    symlinkSync(root, link);
    expect(read(link, "real/link/b.txt")?.text).toBe("in deep");
  });
});

test("a folder that another process creates in the same moment is used for writing, and missing for reading", () => {
  const { root } = withLinks({});
  const { child } = Folder.prototype;
  const look = vi.spyOn(Folder.prototype, "child");
  const made = (name: string) =>
    look.mockImplementationOnce(function (this: Folder, asked) {
      const found = child.call(this, asked);
      mkdirSync(join(root, name));
      return found;
    });
  made("a");
  expect(atPlace(root, "a/b.txt", { make: true }, ({ name }) => name)).toBe("b.txt");
  made("c");
  expect(atPlace(root, "c/d.txt", {}, ({ name }) => name)).toBeUndefined();
  look.mockRestore();
});

test("a path that is too long is refused before anything is created", () => {
  const { root } = withLinks({});
  expect(() => atPlace(root, `${"a/".repeat(3000)}b`, { make: true }, () => undefined)).toThrow("ENAMETOOLONG");
});

test("no descriptor stays open, whatever happens", () => {
  const { root } = withLinks({ out: "OUTSIDE", one: "one" });
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  for (const file of ["real/deep/b.txt", "missing/a", "real/a.txt/b", "out/a", "one/a"]) {
    try {
      read(root, file);
    } catch {
      // Only open descriptors matter here.
    }
  }
  expect(open()).toBe(before);
});
