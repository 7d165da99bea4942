/** What deletions do to real repositories of every shape. */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHarness } from "../harness.js";
import { Project } from "../testing/project.js";
import { A, B, FILES, Repository } from "../testing/repository.js";
import { isGitFolderOf } from "./check-git-folder.js";

afterEach(() => vi.unstubAllEnvs());

test("the command in the answer and the commit message restores the files", async () => {
  const project = new Repository();
  const parent = project.git("rev-parse", "HEAD");
  const answer = await project.harness().memoryGc({ delete: [A] });
  const commit = project.git("rev-parse", "HEAD");
  const recover = `git checkout ${parent} -- ${A}`;
  expect(answer).toEqual({ deleted: [A], commit, recover });
  expect(project.git("log", "-1", "--format=%B")).toBe(
    `Forget a memory file\n\nEach can be brought back:\n\n- ${A}\n  ${recover}`,
  );
  expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\t${A}`);
  expect(project.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(project.root, A))).toBe(false);
  execFileSync("sh", ["-c", recover], { cwd: project.root, stdio: "ignore" });
  expect(project.readText(A)).toBe("old\n");
  expect(project.files().filter((file) => file.includes("nexus-"))).toEqual([]);
});

test("a hook that never ends is stopped before waiting calls give up", async () => {
  const project = new Repository();
  project.write(".nexus/state/artifacts/a.txt", "a");
  project.hook("pre-commit", "exec sleep 20");
  const [deletion, write] = await Promise.allSettled([
    project.harness().memoryGc({ delete: [A] }),
    project.harness().taskAdd({ title: "wait", context: "for the lock" }),
  ]);
  expect(deletion).toMatchObject({ status: "rejected", reason: { code: "COMMIT_REFUSED" } });
  expect(write).toMatchObject({ status: "fulfilled" });
  expect(project.readText(A)).toBe("old\n");
});

test("git does not read unchanged files of the project again", async () => {
  const project = new Repository();
  project.hook("post-index-change", 'test -z "$GIT_INDEX_FILE" || git diff-files --name-only >> .git/read-again');
  await project.harness().memoryGc({ delete: [A] });
  expect(project.readText(".git/read-again")).toBe("");
});

function replace(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}

describe("unusual repositories", () => {
  test("a split index", async () => {
    const project = new Repository();
    project.git("update-index", "--split-index");
    project.git("config", "core.splitIndex", "true");
    project.write("src/a.ts", "2\n");
    project.git("add", "src/a.ts");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\t${A}`);
    expect(project.git("status", "--porcelain")).toBe("M  src/a.ts");
  });

  test("unresolved conflicts", async () => {
    const project = new Repository();
    project.write("src/a.ts", "2\n");
    project.git("stash");
    project.write("src/a.ts", "3\n");
    project.git("commit", "-qam", "second");
    expect(() => project.git("stash", "apply")).toThrow();
    const before = project.git("status", "--porcelain");
    expect(before).toBe("UU src/a.ts");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\t${A}`);
    expect(project.git("status", "--porcelain")).toBe(before);
  });

  test("no index", async () => {
    const project = new Repository();
    rmSync(join(project.root, ".git/index"));
    project.git("reset", "-q");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\t${A}`);
  });

  test("committed line ends that git would now convert", async () => {
    const project = new Repository({ ...FILES, [A]: "old\r\nlines\r\n" });
    project.git("config", "core.autocrlf", "true");
    expect(project.git("status", "--porcelain")).toBe("");
    const { recover } = (await project.harness().memoryGc({ delete: [A] })) as { recover: string };
    execFileSync("sh", ["-c", recover], { cwd: project.root, stdio: "ignore" });
    expect(project.readText(A)).toBe("old\r\nlines\r\n");
  });

  test("a linked worktree", async () => {
    const main = new Repository();
    const beside = new Repository();
    rmSync(beside.root, { recursive: true });
    main.git("worktree", "add", "-q", "-b", "side", beside.root);
    await beside.harness().memoryGc({ delete: [A] });
    expect(beside.git("log", "--format=%s", "side")).toBe("Forget a memory file\nfirst");
    expect(beside.git("status", "--porcelain")).toBe("");
    expect(main.git("log", "--format=%s", "main")).toBe("first");
    expect(main.git("status", "--porcelain")).toBe("");
  });

  test("a .git file and a repository that name each other", async () => {
    const project = new Repository();
    const elsewhere = new Project();
    project.git("config", "core.worktree", project.root);
    renameSync(join(project.root, ".git"), join(elsewhere.root, "modules"));
    writeFileSync(join(project.root, ".git"), `gitdir: ${join(elsewhere.root, "modules")}\n`);
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("log", "--format=%s")).toBe("Forget a memory file\nfirst");
    expect(project.git("status", "--porcelain")).toBe("");
  });

  test.each<[string, (git: string, outside: string) => void, RegExp]>([
    [
      "a folder of its objects",
      (git, outside) => replace(join(git, "objects"), join(outside, "home")),
      /leads out of the project/,
    ],
    [
      "its index",
      (git, outside) => replace(join(git, "index"), join(outside, "home/index")),
      /leads out of the project/,
    ],
    [
      "a log",
      (git, outside) => replace(join(git, "logs/HEAD"), join(outside, "home/.profile")),
      /leads out of the project/,
    ],
    [
      "its common folder",
      (git, outside) => writeFileSync(join(git, "commondir"), join(outside, "home")),
      /commondir leads to/,
    ],
    ["a pipe", (git) => execFileSync("mkfifo", [join(git, "packed-refs")]), /^\.git\/packed-refs is no file/],
  ])("git does not run if %s leads elsewhere", async (_, plant, problem) => {
    const outside = new Project({ "home/.profile": "mine\n" });
    const project = new Repository();
    plant(join(project.root, ".git"), outside.root);
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(problem);
    // Without git, the age comes from the file time.
    expect(await project.harness().memoryGc()).toMatchObject({ candidates: [{ path: B }, { path: A }] });
    expect(project.readText(A)).toBe("old\n");
    expect(outside.files()).toEqual(["home/.profile"]);
    expect(outside.readText("home/.profile")).toBe("mine\n");
  });

  test("a cloned folder that looks like a bare repository runs no hook", async () => {
    const project = new Repository({ [A]: "old\n" });
    renameSync(join(project.root, ".git"), join(project.root, "inner"));
    for (const name of readdirSync(join(project.root, "inner"))) {
      renameSync(join(project.root, "inner", name), join(project.root, name));
    }
    project.write("config", "[core]\n\tbare = false\n\tworktree = .\n[user]\n\tname = a\n\temail = a@b\n");
    project.write("hooks/pre-commit", "#!/bin/sh\ntouch pwned\n");
    chmodSync(join(project.root, "hooks/pre-commit"), 0o755);
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toMatchObject({ code: "NO_REPOSITORY" });
    expect(existsSync(join(project.root, "pwned"))).toBe(false);
    expect(isGitFolderOf(project.root, project.root)).toBe(false);
  });

  test("git does not run in a handmade worktree whose repository leads elsewhere", async () => {
    const outside = new Project({ "home/.profile": "mine\n" });
    const project = new Repository();
    renameSync(join(project.root, ".git"), join(project.root, "own"));
    project.write(".git", "gitdir: own\n");
    project.write("own/gitdir", "../.git\n");
    replace(join(project.root, "own/logs/HEAD"), join(outside.root, "home/.profile"));
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(
      "The repository that .git names leads out of the project over the link logs/HEAD",
    );
    expect(outside.readText("home/.profile")).toBe("mine\n");
  });

  test("a .git file that names an unrelated repository is not followed", async () => {
    const [victim, project] = [new Repository(), new Repository()];
    rmSync(join(project.root, ".git"), { recursive: true });
    writeFileSync(join(project.root, ".git"), `gitdir: ${join(victim.root, ".git")}\n`);
    const before = victim.state();
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(
      "The file .git names a repository that does not know the project, and what is deleted must be in a commit.",
    );
    expect(victim.state()).toEqual(before);
  });

  test("a project in a subfolder of the repository", async () => {
    const project = new Repository({ [`web app/${A}`]: "old\n", [`web app/${B}`]: "kept\n", [A]: "another\n" });
    const root = join(project.root, "web app");
    const { recover } = (await createHarness({ root }).memoryGc({ delete: [A] })) as { recover: string };
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\tweb app/${A}`);
    execFileSync("sh", ["-c", recover], { cwd: root, stdio: "ignore" });
    expect(project.readText(`web app/${A}`)).toBe("old\n");
  });

  test("a project behind a link, and a file name with shell characters", async () => {
    const odd = ".nexus/memory/it's an odd $n*e.md";
    const alike = ".nexus/memory/it's an odd $name.md";
    const project = new Repository({ [odd]: "odd\n", [alike]: "old\n" });
    project.write(alike, "new\n");
    const link = join(new Project().root, "link");
    symlinkSync(project.root, link);
    const answer = (await createHarness({ root: link }).memoryGc({ delete: [join(project.root, odd)] })) as {
      recover: string;
    };
    expect(answer).toMatchObject({ deleted: [odd] });
    execFileSync("sh", ["-c", answer.recover], { cwd: project.root, stdio: "ignore" });
    expect([project.readText(odd), project.readText(alike)]).toEqual(["odd\n", "new\n"]);
  });
});

describe("git's environment variables", () => {
  test("for another repository have no effect", async () => {
    const other = new Repository();
    const project = new Repository();
    process.env["GIT_DIR"] = join(other.root, ".git");
    try {
      await project.harness().memoryGc({ delete: [A] });
    } finally {
      delete process.env["GIT_DIR"];
    }
    expect(other.git("log", "--format=%s")).toBe("first");
    expect(project.git("log", "--format=%s")).toBe("Forget a memory file\nfirst");
  });

  test("for the meaning of paths have no effect", async () => {
    const project = new Repository();
    vi.stubEnv("GIT_GLOB_PATHSPECS", "1");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("log", "--format=%s")).toBe("Forget a memory file\nfirst");
  });
});
