import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "../testing/project.js";
import { currentBranch } from "./branch.js";

const COMMIT = "4f3c2a1b5d6e7f8091a2b3c4d5e6f708192a3b4c";

test("a detached head yields seven digits of its commit", () => {
  expect(currentBranch(new Project({ ".git/HEAD": `${COMMIT}\n` }).root)).toBe("4f3c2a1");
  expect(currentBranch(new Project({ ".git/HEAD": `${COMMIT}${"0".repeat(24)}\n` }).root)).toBe("4f3c2a1");
});

test("a nested folder belongs to the repository around it", () => {
  const project = new Project({ ".git/HEAD": "ref: refs/heads/main\n" });
  mkdirSync(join(project.root, "packages/deep"), { recursive: true });
  expect(currentBranch(join(project.root, "packages/deep"))).toBe("main");
});

test("the nearest repository applies", () => {
  const project = new Project({ ".git/HEAD": "ref: refs/heads/outer\n", "sub/.git/HEAD": "ref: refs/heads/inner\n" });
  expect(currentBranch(join(project.root, "sub"))).toBe("inner");
});

test("a worktree's folder may be an absolute path with spaces", () => {
  const project = new Project({ "main repo/.git/worktrees/side/HEAD": "ref: refs/heads/side\n" });
  project.write("side/.git", `gitdir: ${join(project.root, "main repo/.git/worktrees/side")}\n`);
  expect(currentBranch(join(project.root, "side"))).toBe("side");
});

test("a .git file full of spaces is rejected quickly", () => {
  const project = new Project({ ".git": `gitdir:${" ".repeat(60_000)}\nx` });
  expect(currentBranch(project.root)).toBe("unknown");
});

test("a repository or HEAD behind a link out of the project is ignored", () => {
  const outside = new Project({ "repository/HEAD": "ref: refs/heads/secret\n" });
  const linked = new Project();
  symlinkSync(join(outside.root, "repository"), join(linked.root, ".git"));
  expect(currentBranch(linked.root)).toBe("unknown");
  const project = new Project({ ".git/config": "" });
  symlinkSync(join(outside.root, "repository/HEAD"), join(project.root, ".git/HEAD"));
  expect(currentBranch(project.root)).toBe("unknown");
});

test.each([
  ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
  ["a device", (path: string) => symlinkSync("/dev/zero", path)],
  ["a file without an end", (path: string) => execFileSync("truncate", ["-s", "1T", path])],
])("a HEAD that is %s does not block", (_, put) => {
  const project = new Project({ ".git/config": "" });
  put(join(project.root, ".git/HEAD"));
  expect(currentBranch(project.root)).toBe("unknown");
});

test("without a readable repository the branch is unknown", () => {
  expect(currentBranch(new Project().root)).toBe("unknown");
  expect(currentBranch(new Project({ ".git/config": "" }).root)).toBe("unknown");
  expect(currentBranch(new Project({ ".git": "something else" }).root)).toBe("unknown");
  expect(currentBranch(new Project({ ".git": "gitdir: nowhere\n" }).root)).toBe("unknown");
  expect(currentBranch(new Project({ ".git/HEAD": "" }).root)).toBe("unknown");
  expect(currentBranch(new Project({ ".git/HEAD": "ref: refs/heads/.invalid\n" }).root)).toBe("unknown");
});
