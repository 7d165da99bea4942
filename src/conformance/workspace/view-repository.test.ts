/** Assertions about a git repository, and implementations that lie about it. */

import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { FILE, git, honest, judge, passed, type Reset } from "../testing/counter-in-git.js";

const DELETED = {
  "$.branch": "main",
  "$.commits": 2,
  "$.head.message": `Delete ${FILE}`,
  "$.head.parents.length": 1,
  "$.head.added": [],
  "$.head.changed": [],
  "$.head.deleted": [FILE],
  "$.staged": [],
  "$.uncommitted": [],
};

test("assertions see the details of a commit", async () => {
  expect(await judge({ git: true }, DELETED, honest)).toEqual(passed);
});

test("a file that a commit replaces with a link counts as changed", async () => {
  const own = ".state/harness/notes.txt";
  const reset: Reset = (workspace) => {
    rmSync(join(workspace, own));
    symlinkSync("../counter.json", join(workspace, own));
    git(workspace, "commit", "-q", "-a", "-m", "Link");
    return { ok: true };
  };
  const given = { state_files: { [FILE]: { total: 4 }, [own]: { text: "mine\n" } }, git: true };
  const seen = { "$.head.added": [], "$.head.changed": [own], "$.head.deleted": [] };
  expect(await judge(given, seen, reset)).toEqual(passed);
});

const SIDE = ".state/harness/side.txt";

test("a merge is compared with its first parent, and all commits before it are counted", async () => {
  const reset: Reset = (workspace) => {
    git(workspace, "config", "log.diffMerges", "combined");
    git(workspace, "checkout", "-q", "-b", "side");
    const commit = (file: string) => {
      writeFileSync(join(workspace, file), "1\n");
      git(workspace, "add", file);
      git(workspace, "commit", "-q", "-m", file);
    };
    commit(SIDE);
    git(workspace, "checkout", "-q", "main");
    commit(".state/harness/main.txt");
    git(workspace, "merge", "-q", "-m", "Both\n\nof them", "side");
    return { ok: true };
  };
  const seen = {
    "$.commits": 4,
    "$.head.parents.length": 2,
    "$.head.message": "Both\n\nof them",
    "$.head.added": [SIDE],
    "$.head.changed": [],
    "$.head.deleted": [],
  };
  const given = { state_files: { [FILE]: { total: 4 }, ".state/harness/own.txt": { text: "mine\n" } }, git: true };
  expect(await judge(given, seen, reset)).toEqual(passed);
});

describe("an implementation is caught if it", () => {
  test("claims to have committed, but has not", async () => {
    const { status, messages } = await judge({ git: true }, DELETED, (workspace) => {
      rmSync(join(workspace, FILE));
      return { ok: true, commit: "0123456789" };
    });
    expect({ status, messages }).toEqual({
      status: "failed",
      messages: expect.arrayContaining([
        "NXC_CASE_GIT the repository has another value at $.commits",
        `NXC_CASE_GIT the repository has a value at $.uncommitted[0]`,
      ]),
    });
  });

  test("writes a file beside its project, although it may write the repository there", async () => {
    const below = { git: { subfolder: true } };
    expect(await judge(below, DELETED, honest)).toEqual(passed);
    const stray: Reset = (workspace) => {
      writeFileSync(join(workspace, "../stray.txt"), "");
      return honest(workspace);
    };
    expect(await judge(below, DELETED, stray)).toMatchObject({ messages: [expect.stringContaining("/stray.txt")] });
  });

  test("commits other work that was staged", async () => {
    const reset: Reset = (workspace) => {
      git(workspace, "rm", "-q", FILE);
      git(workspace, "commit", "-q", "-m", `Delete ${FILE}`);
      return { ok: true };
    };
    const staged = { git: { staged: ["notes.txt"] } };
    expect(await judge(staged, { "$.head.added": [], "$.staged": ["notes.txt"] }, reset)).toMatchObject({
      status: "failed",
      messages: [expect.stringContaining("$.head.added"), expect.stringContaining("$.staged")],
    });
    expect(await judge(staged, { "$.head.added": [], "$.staged": ["notes.txt"] }, honest)).toEqual(passed);
  });

  test("deletes without a commit where it should refuse", async () => {
    const reset: Reset = (workspace) => {
      rmSync(join(workspace, FILE));
      throw new Error("there is no repository");
    };
    const refused = { postcondition: { error: true, state_files: { [FILE]: {} } } };
    expect(await judge({ git: false }, {}, reset, refused)).toMatchObject({
      status: "failed",
      messages: expect.arrayContaining([`NXC_CASE_FILE ${FILE} does not exist`]),
    });
  });

  test("removes the whole workspace", async () => {
    const { status } = await judge({ git: true }, DELETED, (workspace) => rmSync(workspace, { recursive: true }));
    expect(status).toBe("failed");
  });
});

describe("a workspace without a repository", () => {
  const remove: Reset = (workspace) => rmSync(join(workspace, ".git"), { recursive: true });
  const gone = {
    status: "failed",
    reason: undefined,
    messages: [expect.stringContaining("NXC_CASE_GIT the repository has nothing at $.branch")],
  };
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("does not use the repository around the temporary folder", async () => {
    const outer = temporaryFolder();
    git(outer, "init", "-q", "-b", "main");
    vi.stubEnv("TMPDIR", outer);
    expect(await judge({ git: true }, { "$.branch": "main" }, remove)).toEqual(gone);
  });

  test("is recognized even if git speaks another language", async () => {
    const bin = temporaryFolder();
    const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
    const script = [
      "#!/bin/sh",
      `[ "$LC_ALL" = C ] && exec '${real}' "$@"`,
      `'${real}' "$@" 2>"$0.said" && exit`,
      `sed 's/not a git repository/Kein Git-Repository/' "$0.said" >&2; exit 128`,
      "",
    ];
    writeFileSync(join(bin, "git"), script.join("\n"), { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}${delimiter}${process.env["PATH"]}`);
    vi.stubEnv("LC_ALL", "de_DE.UTF-8");
    expect(await judge({ git: { commit: false } }, { "$.branch": "main" }, remove)).toEqual(gone);
  });

  test("differs from one with a repository that git cannot read, in which the case is not judged", async () => {
    const reset: Reset = (workspace) => writeFileSync(join(workspace, ".git/index"), "garbage");
    expect(await judge({ git: true }, { "$.branch": "main" }, reset)).toEqual({
      status: "errored",
      reason: undefined,
      messages: [expect.stringMatching(/^NXC_WORKSPACE .*: git: .*index/u)],
    });
  });
});
