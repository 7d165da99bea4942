import { chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callsAsOrdinaryUser } from "../testing/ordinary-user.js";
import { Project } from "../testing/project.js";
import { ARTIFACTS, artifactPath } from "./artifact-path.js";

/** A project with links: path to target, which is relative to the link's folder. */
function withLinks(links: Readonly<Record<string, string>>, files: Readonly<Record<string, unknown>> = {}): Project {
  const project = new Project({ "src/cache.ts": "export {};", ...files });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(project.root, path, ".."), { recursive: true });
    symlinkSync(target, join(project.root, path));
  }
  return project;
}

test("a name is a path below the artifact folder, and checking it creates nothing", () => {
  const project = new Project();
  expect(artifactPath(project.root, "notes/a.md")).toBe(join(project.root, ARTIFACTS, "notes/a.md"));
  expect(readdirSync(project.root)).toEqual([]);
});

test("a name with an invisible character is refused, whatever its class in Unicode", () => {
  const { root } = new Project();
  const hidden = [
    0x85, 0x9b, 0xa0, 0x34f, 0x17b4, 0x180b, 0x2003, 0x2065, 0x202e, 0xfe0f, 0xfff0, 0xfffe, 0xe0002, 0xe0100,
  ];
  const taken = hidden.filter((code) => {
    try {
      return artifactPath(root, `a${String.fromCodePoint(code)}.md`) !== "";
    } catch {
      return false;
    }
  });
  expect(taken).toEqual([]);
  for (const name of ["\u2764\ufe0f.md", "my notes-\u00fc.md", "\u540d\u524d.md"])
    expect(artifactPath(root, name)).toContain(name);
});

test("a part of the path may have as many bytes as file systems accept, and no more", () => {
  const project = new Project();
  expect(artifactPath(project.root, "a".repeat(255))).toContain("a".repeat(255));
  expect(() => artifactPath(project.root, "a".repeat(256))).toThrow("longer than 255 bytes");
  expect(() => artifactPath(project.root, "é".repeat(128))).toThrow("longer than 255 bytes");
});

test("the longest part can be written, although the write uses a temporary file", async () => {
  const project = new Project();
  const filename = `${"a".repeat(252)}.md`;
  await project.harness().artifactWrite({ filename, content: "whole" });
  expect(project.readText(join(ARTIFACTS, filename))).toBe("whole");
});

test("a path that is too long in total is refused in one line", async () => {
  const project = new Project({ [`${ARTIFACTS}/a.md`]: "kept" });
  const filename = `${"a/".repeat(3000)}b.md`;
  await expect(project.harness().artifactWrite({ filename, content: "" })).rejects.toMatchObject({
    code: "STATE_UNWRITABLE",
    message: expect.stringMatching(/^[^\n]+ENAMETOOLONG[^\n]+$/u),
  });
  expect(project.files()).toEqual([`${ARTIFACTS}/a.md`]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["to itself", { [`${ARTIFACTS}/loop`]: "loop" }, "loop"],
  ["to itself, as a folder", { [`${ARTIFACTS}/loop`]: "loop" }, "loop/a.md"],
  ["to each other", { [`${ARTIFACTS}/a`]: "b", [`${ARTIFACTS}/b`]: "a" }, "a"],
  ["to nothing inside", { [`${ARTIFACTS}/a.md`]: "b.md" }, "a.md"],
  ["as the folder of artifacts to itself", { [ARTIFACTS]: "artifacts" }, "a.md"],
  ["as the folder of artifacts into the project", { [ARTIFACTS]: "../../src" }, "a.md"],
  ["out of the project over .nexus", { ".nexus": "/" }, "a.md"],
])("links that lead %s are refused by name", (_, links, filename) => {
  const { root } = withLinks(links);
  expect(() => artifactPath(root, filename)).toThrow(`${filename} leads out of .nexus/state/artifacts over a symbolic`);
});

test("links that stay inside are followed", () => {
  const { root } = withLinks({ [`${ARTIFACTS}/latest`]: "v1" }, { [`${ARTIFACTS}/v1/a.md`]: "one" });
  expect(artifactPath(root, "latest/b.md")).toBe(join(root, ARTIFACTS, "latest/b.md"));
});

test("the state folder may be a link within the project", async () => {
  const project = withLinks({ ".nexus": "shared" }, { "shared/history.json": { cycles: [] } });
  await project.harness().artifactWrite({ filename: "a.md", content: "one" });
  expect(project.readText("shared/state/artifacts/a.md")).toBe("one");
});

test("a file in an unwritable folder is refused by name, and nothing changes", () => {
  const project = new Project({ [`${ARTIFACTS}/a.md`]: "kept" });
  const folder = join(project.root, ARTIFACTS);
  chmodSync(folder, 0o555);
  const outcomes = callsAsOrdinaryUser(project.root, ["artifactWrite", { filename: "a.md", content: "new" }]);
  chmodSync(folder, 0o755);
  expect(outcomes).toEqual([
    {
      code: "STATE_UNWRITABLE",
      message: expect.stringContaining(`${ARTIFACTS}/a.md cannot be written: EACCES`),
    },
  ]);
  expect(project.readText(`${ARTIFACTS}/a.md`)).toBe("kept");
  expect(readdirSync(folder)).toEqual(["a.md"]);
});

test("an unwritable state folder refuses every tool that writes", () => {
  const project = new Project({
    ".nexus/state/plan.json": { id: 1, topic: "A", issues: [], created_at: "2026-01-01T00:00:00Z" },
  });
  const folder = join(project.root, ".nexus/state");
  const before = project.readText(".nexus/state/plan.json");
  // With an existing lock folder the lock can be taken, but a cycle must not be archived if its files cannot be
  // deleted.
  mkdirSync(join(folder, ".lock"));
  chmodSync(folder, 0o555);
  const outcomes = callsAsOrdinaryUser(
    project.root,
    ["planUpdate", { action: "add", title: "B" }],
    ["taskAdd", { title: "B", context: "C" }],
    ["taskClose"],
    ["artifactWrite", { filename: "a.md", content: "" }],
    ["planStatus"],
  );
  chmodSync(folder, 0o755);
  const refused = expect.objectContaining({
    message: expect.stringMatching(/\.nexus\/state.* cannot be written: EACCES/u),
  });
  const status = expect.objectContaining({ active: true, plan_id: 1 });
  expect(outcomes).toEqual([refused, refused, refused, refused, status]);
  expect(project.readText(".nexus/state/plan.json")).toBe(before);
  expect(project.files()).toEqual([".nexus/state/plan.json"]);
});
