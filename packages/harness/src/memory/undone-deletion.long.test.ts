/** Deletions that cannot be finished, and what they leave as it was. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { A, B, Repository } from "../testing/repository.js";
import { deleteInCommit } from "./delete-in-commit.js";
import { withLimit } from "./git.js";
import { openRepository } from "./repository.js";

afterEach(() => vi.unstubAllEnvs());

describe("nothing is deleted", () => {
  test("if a hook exceeds the time limit, before or after the commit", async () => {
    for (const hook of ["pre-commit", "post-commit"]) {
      const project = new Repository();
      project.hook(hook, "exec sleep 20");
      const before = project.state();
      const gone = withLimit(500, async () => deleteInCommit(project.root, await openRepository(project.root), [A]));
      await expect(gone).rejects.toThrow(
        "git did not make the commit: git and its hooks took more than 0.5 s, and other calls cannot write meanwhile. Nothing was deleted.",
      );
      expect(project.state()).toEqual(before);
    }
  });

  test("if the index stays locked until the time limit, and the commit is undone", async () => {
    const project = new Repository();
    const repository = await openRepository(project.root);
    project.write(".git/index.lock", "");
    await expect(withLimit(500, () => deleteInCommit(project.root, repository, [A]))).rejects.toThrow(
      "Nothing was deleted",
    );
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.readText(A)).toBe("old\n");
  });

  test("if git is not installed", async () => {
    const project = new Repository();
    const path = process.env["PATH"];
    process.env["PATH"] = "/nowhere";
    try {
      await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(
        "git is not installed, and what is deleted must be in a commit. Nothing was deleted.",
      );
    } finally {
      process.env["PATH"] = path;
    }
    expect(project.readText(A)).toBe("old\n");
  });

  test("if a flag hides a change from git", async () => {
    const project = new Repository();
    project.write(A, "precious\n");
    project.git("update-index", "--assume-unchanged", A);
    expect(await project.refused([A])).toMatch(/has changed since the last commit/);
  });

  test("if another version of the file is staged", async () => {
    const project = new Repository();
    project.write(A, "precious\n");
    project.git("add", A);
    project.write(A, "old\n");
    expect(await project.refused([A])).toMatch(/changes to it are staged and in no commit/);
  });

  test("if a hook adds to the commit", async () => {
    const project = new Repository();
    project.hook("pre-commit", "echo more > more.txt && git add more.txt");
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(
      "The commit would have held more than the deletions, such as more.txt. Nothing was deleted.",
    );
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.readText(A)).toBe("old\n");
  });

  test("if a hook refuses the commit, and the refusal quotes it", async () => {
    const project = new Repository();
    project.hook("pre-commit", "echo 'frozen until Monday' >&2; exit 1");
    expect(await project.refused([A, B])).toBe(
      "git did not make the commit: frozen until Monday. Nothing was deleted.",
    );
  });

  test("if a hook changes a file, and the commit is undone", async () => {
    const project = new Repository();
    project.hook("pre-commit", `echo precious >> ${A}`);
    await expect(project.harness().memoryGc({ delete: [B, A] })).rejects.toThrow(
      `${A} could not be brought back, because it has changed since the last commit. Nothing was deleted.`,
    );
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.git("status", "--porcelain")).toBe(`M ${A}`);
    expect(project.readText(A)).toBe("old\nprecious\n");
    expect(project.readText(B)).toBe("kept\n");
  });

  test("of a file that changes too late to undo the commit, but the other files go", async () => {
    const project = new Repository();
    // The hook runs after the real index is updated, the last step before the files are deleted.
    project.hook("post-index-change", `test -n "$GIT_INDEX_FILE" || echo precious >> ${B}`);
    await expect(project.harness().memoryGc({ delete: [A, B] })).rejects.toThrow(
      `deletes what was chosen, but ${B} is still there: it has just been changed. Delete it by hand.`,
    );
    expect(project.git("log", "--format=%s")).toBe("Forget 2 memory files\nfirst");
    expect(project.readText(B)).toBe("kept\nprecious\n");
    expect(existsSync(join(project.root, A))).toBe(false);
  });

  test("if another process locks the index, and the commit is undone", async () => {
    const project = new Repository();
    project.write(".git/index.lock", "");
    const text = await project
      .harness()
      .memoryGc({ delete: [A] })
      .catch((thrown: Error) => thrown.message);
    rmSync(join(project.root, ".git/index.lock"));
    expect(text).toMatch(/^git did not make the commit: .*index\.lock/);
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.git("status", "--porcelain")).toBe("");
    expect(project.readText(A)).toBe("old\n");
  });

  test("if a hook makes a commit of its own, which stays", async () => {
    const project = new Repository();
    project.hook(
      "post-commit",
      'test -n "$AGAIN" && exit 0; export AGAIN=1; unset GIT_INDEX_FILE; echo x > x.txt; git add x.txt; git commit -qm theirs',
    );
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(/is still there: /);
    expect(project.git("log", "--format=%s")).toBe("theirs\nForget a memory file\nfirst");
    expect(project.readText(A)).toBe("old\n");
  });
});
