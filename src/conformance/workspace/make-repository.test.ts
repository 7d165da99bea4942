/** The git repository that a case begins with. */

import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { counterAdapter } from "../testing/counter-contract.js";
import { contractWith, FILE, git, judge, passed, type Reset } from "../testing/counter-in-git.js";

describe("a repository is made", () => {
  const look = (precondition: object, assertions: object) =>
    judge(precondition, assertions, () => ({ ok: true }), {
      action: { tool: "read" },
      verifies: ["counter.read.total"],
    });

  test.each([
    ["of no files", { state_files: {}, git: true }, { "$.commits": 1, "$.head.added": [], "$.uncommitted": [] }],
    [
      "on a branch",
      { git: { branch: "feature/x" } },
      { "$.branch": "feature/x", "$.head.message": "The files of the case" },
    ],
    [
      "with an earlier commit",
      { git: { earlier: { "notes.txt": "Older notes.\n" } } },
      { "$.commits": 2, "$.head.changed": ["notes.txt"], "$.uncommitted": [] },
    ],
    [
      "with something else staged than what a file holds",
      { git: { staged_text: { "notes.txt": "Newer notes.\n" } } },
      { "$.commits": 1, "$.staged": ["notes.txt"], "$.uncommitted": ["notes.txt"] },
    ],
    [
      "as a linked worktree",
      { git: { worktree: true, branch: "topic/x", staged: ["notes.txt"] } },
      { "$.branch": "topic/x", "$.commits": 1, "$.staged": ["notes.txt"], "$.uncommitted": [] },
    ],
    [
      "as a submodule",
      { git: { submodule: true, branch: "topic/x", staged: ["notes.txt"] } },
      { "$.branch": "topic/x", "$.commits": 1, "$.staged": ["notes.txt"], "$.uncommitted": [] },
    ],
    [
      "in the folder above",
      { git: { subfolder: true, uncommitted: ["notes.txt"] } },
      { "$.commits": 1, "$.head.added": ["../index.txt", FILE], "$.uncommitted": ["notes.txt"] },
    ],
    ["on a detached head", { git: { detached: true } }, { "$.branch": null, "$.commits": 1 }],
    [
      "without a commit",
      { git: { commit: false, staged: ["notes.txt"] } },
      { "$.commits": 0, "$.head": null, "$.staged": ["notes.txt"] },
    ],
    [
      "with untracked files",
      { git: { uncommitted: ["notes.txt"] } },
      { "$.head.added": [FILE], "$.uncommitted": ["notes.txt"] },
    ],
    [
      "that ignores files",
      { state_files: { ".gitignore": { text: "*.txt\n" }, "notes.txt": { text: "x" } }, git: true },
      { "$.head.added": [".gitignore"], "$.uncommitted": [] },
    ],
    [
      "that ignores files which are in no commit",
      {
        state_files: { ".gitignore": { text: "*.txt\n" }, "a.txt": { text: "a" }, "b.txt": { text: "b" } },
        git: { uncommitted: ["a.txt"], staged: ["b.txt"] },
      },
      { "$.head.added": [".gitignore"], "$.staged": ["b.txt"], "$.uncommitted": [] },
    ],
    [
      "of files with odd names",
      { state_files: { "ä b.txt": { text: "x" }, "1 .N... x": { text: "y" } }, git: { uncommitted: ["ä b.txt"] } },
      { "$.uncommitted": ["ä b.txt"], "$.head.added": ["1 .N... x"] },
    ],
  ])("%s", async (_, precondition, assertions) => {
    expect(await look(precondition, assertions)).toEqual(passed);
  });

  test.each([
    ["merge", "merging"],
    ["rebase", "rebas"],
    ["cherry-pick", "cherry-pick"],
    ["revert", "revert"],
  ])("in the middle of a %s, as git itself says", async (operation, words) => {
    let said = "";
    await judge({ git: { in_progress: operation } }, { "$.commits": 1 }, (workspace) => {
      said = git(workspace, "status");
      return { ok: true };
    });
    expect(said.toLowerCase()).toContain(words);
  });

  test("in the middle of a rebase with a detached head, as in every real rebase", async () => {
    let said = "";
    const look: Reset = (workspace) => {
      said = git(workspace, "status");
      return { ok: true };
    };
    const given = { branch: "feature/x", detached: true, in_progress: "rebase" };
    expect(await judge({ git: given }, { "$.branch": null, "$.commits": 1 }, look)).toEqual(passed);
    expect(said).toContain("rebasing branch 'feature/x'");
  });

  test("in which a commit fails for want of an identity or because of a hook", async () => {
    const messages: string[] = [];
    const commit: Reset = (workspace) => {
      try {
        git(workspace, "commit", "-q", "--allow-empty", "-m", "x");
      } catch (thrown) {
        messages.push(String((thrown as { stderr: unknown }).stderr));
      }
      return { ok: true };
    };
    const still = { "$.commits": 1 };
    expect(await judge({ git: { identity: false } }, still, commit)).toEqual(passed);
    expect(await judge({ git: { hooks: { "pre-commit": "echo not today >&2; exit 1" } } }, still, commit)).toEqual(
      passed,
    );
    expect(messages).toEqual([expect.stringContaining("empty ident"), "not today\n"]);
  });
});

/** A folder with a git that sets these variables itself, because the kit does not pass on variables that begin with GIT. */
function folderWithGit(settings: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const file = join(folder, "git");
  writeFiles(folder, { git: `#!/bin/sh\nPATH='${process.env["PATH"]}' exec env ${words.join(" ")} git "$@"\n` });
  chmodSync(file, 0o755);
  return folder;
}

test("a repository copied from an earlier case is independent of it, and git sees no changed file", async () => {
  const precondition = { git: { uncommitted: ["notes.txt"] } };
  const commits: string[] = [];
  const reset: Reset = (workspace) => {
    // Plumbing commands compare only the times in the index.
    commits.push(`${git(workspace, "rev-parse", "HEAD")} ${git(workspace, "diff-files", "--name-only")}`);
    git(workspace, "commit", "-q", "--allow-empty", "-m", "Of this case alone");
    return { ok: true };
  };
  const seen = { "$.commits": 2, "$.uncommitted": ["notes.txt"], "$.staged": [] };
  for (let round = 0; round < 2; round += 1) expect(await judge(precondition, seen, reset)).toEqual(passed);
  expect(commits).toEqual([expect.stringMatching(/^[0-9a-f]{40} $/u), commits[0]]);
});

describe("outside every repository", () => {
  const alone = { postcondition: { return_value: { "$.ok": true } } };
  const ok: Reset = () => ({ ok: true });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("is the workspace of a case that asks for it", async () => {
    expect(await judge({ git: false }, {}, ok, alone)).toEqual(passed);
  });

  test.each([
    ["the user's own", {}],
    // Only root can change the owner of a folder, so a variable makes git assume a different owner.
    ["owned by another user", { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" }],
  ])("is nothing below a checkout that is %s, and the case is not applicable", async (_, told) => {
    const outer = realpathSync(temporaryFolder());
    git(outer, "init", "-q");
    mkdirSync(join(outer, "tmp"));
    vi.stubEnv("TMPDIR", join(outer, "tmp"));
    vi.stubEnv("PATH", `${folderWithGit(told)}:${process.env["PATH"]}`);
    expect(await judge({ git: false }, {}, ok, alone)).toEqual({
      status: "skipped",
      reason: `the workspace lies in the git repository ${join(outer, ".git")}`,
      messages: [],
    });
  });
});

describe("the git settings of the user", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("change nothing, even within a hook of another repository", async () => {
    const home = temporaryFolder();
    writeFiles(home, {
      ".gitconfig":
        "[commit]\n\tgpgSign = true\n[core]\n\thooksPath = /nowhere\n\tautocrlf = true\n[user]\n\tname = Me\n",
      ignored: "*\n",
    });
    vi.stubEnv("HOME", home);
    vi.stubEnv("GIT_DIR", join(home, "other.git"));
    vi.stubEnv("GIT_INDEX_FILE", join(home, "index"));
    const seen = { "$.commits": 1, "$.head.added": [FILE, "notes.txt"], "$.uncommitted": [] };
    expect(await judge({ git: true }, seen, () => ({ ok: true }))).toEqual(passed);
  });
});

test("without git, the case is not applicable and says so", async () => {
  vi.resetModules();
  vi.stubEnv("PATH", "/nowhere");
  try {
    const { runConformance: run } = await import("../engine/run-conformance.js");
    const fixtures = [true, false].map((repository, index) => ({
      test_id: `case_${index}`,
      description: "A reset deletes the file in a commit",
      verifies: ["counter.reset.zero"],
      precondition: { git: repository },
      action: { tool: "reset" },
      postcondition: { return_value: { "$.ok": true } },
    }));
    const report = await run(counterAdapter({ reset: () => ({ ok: true }) }), { contract: contractWith(fixtures) });
    expect(report.cases.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: "skipped", reason: "git is not installed" },
      { status: "skipped", reason: "git is not installed" },
    ]);
    expect(report.requirements.find(({ id }) => id === "counter.reset.zero")?.status).toBe("not_applicable");
  } finally {
    vi.unstubAllEnvs();
    // Later tests in this process need git.
    vi.resetModules();
  }
});
