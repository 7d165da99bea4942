/** What cases say of a git repository, and what becomes of an implementation that lies about it. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { runConformance } from "./run-conformance.js";
import { counterAdapter, counterContract } from "./testing/counter-contract.js";

const FILE = ".state/counter.json";
const GIVEN = { state_files: { [FILE]: { total: 4 }, "notes.txt": { text: "mine\n" } } };

/** The counter, whose reset is to delete the file of the counter in a commit of its own. */
function contractWith(fixtures: object | readonly object[]): string {
  const text = readFileSync(join(counterContract(), "contract.yml"), "utf8");
  return counterContract({
    "contract.yml": text.replace("ignore: [", 'ignore: [".git/**", '),
    "tools/counter.json": fixtures,
  });
}

const git = (folder: string, ...words: readonly string[]) =>
  execFileSync("git", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

type Reset = (workspace: string) => unknown;

const honest: Reset = (workspace) => {
  git(workspace, "rm", "-q", "--cached", FILE);
  rmSync(join(workspace, FILE));
  git(workspace, "commit", "-q", "-m", `Delete ${FILE}`, "--only", "--", FILE);
  return { ok: true };
};

async function judge(precondition: object, assertions: object, reset: Reset, others: object = {}) {
  const fixture = {
    test_id: "reset_commits",
    description: "A reset deletes the file in a commit",
    verifies: ["counter.reset.zero"],
    precondition: { ...GIVEN, ...precondition },
    action: { tool: "reset" },
    postcondition: { git: assertions },
    ...others,
  };
  const adapter = counterAdapter({ reset: (_, workspace) => reset(workspace) });
  const report = await runConformance(adapter, { contract: contractWith(fixture) });
  const [result] = report.cases;
  return {
    status: result?.status,
    reason: result?.reason,
    messages: result?.failures.map(({ code, message }) => `${code} ${message}`),
  };
}

const passed = { status: "passed", reason: undefined, messages: [] };

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

test("a commit is seen as it is", async () => {
  expect(await judge({ git: true }, DELETED, honest)).toEqual(passed);
});

describe("who lies is found out:", () => {
  test("says that it has committed, and has not", async () => {
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

  test("loses what was staged", async () => {
    const reset: Reset = (workspace) => {
      git(workspace, "reset", "-q");
      return honest(workspace);
    };
    expect(await judge({ git: { staged: ["notes.txt"] } }, { "$.staged": ["notes.txt"] }, reset)).toMatchObject({
      status: "failed",
    });
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

  test("removes the whole repository", async () => {
    const reset: Reset = (workspace) => rmSync(join(workspace, ".git"), { recursive: true });
    const { status, messages } = await judge({ git: true }, DELETED, reset);
    expect(status).toBe("failed");
    expect(messages?.length).toBeGreaterThan(5);
  });
});

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
    ["on a detached head", { git: { detached: true } }, { "$.branch": null, "$.commits": 1 }],
    [
      "without a commit",
      { git: { commit: false, staged: ["notes.txt"] } },
      { "$.commits": 0, "$.head": null, "$.staged": ["notes.txt"] },
    ],
    [
      "with files it does not know",
      { git: { uncommitted: ["notes.txt"] } },
      { "$.head.added": [FILE], "$.uncommitted": ["notes.txt"] },
    ],
    [
      "that ignores files",
      { state_files: { ".gitignore": { text: "*.txt\n" }, "notes.txt": { text: "x" } }, git: true },
      { "$.head.added": [".gitignore"], "$.uncommitted": [] },
    ],
    [
      "of files with odd names",
      { state_files: { "ä b.txt": { text: "x" }, "1 .N... x": { text: "y" } }, git: { uncommitted: ["ä b.txt"] } },
      { "$.uncommitted": ["ä b.txt"], "$.head.added": ["1 .N... x"] },
    ],
  ])("%s", async (_, precondition, assertions) => {
    expect(await look(precondition, assertions)).toEqual(passed);
  });

  test.each(["merge", "rebase", "cherry-pick", "revert"])(
    "in the middle of a %s, as git itself says",
    async (operation) => {
      let said = "";
      await judge(
        { git: { in_progress: operation } },
        {},
        (workspace) => {
          said = git(workspace, "status");
          return { ok: true };
        },
        { postcondition: { git: { "$.commits": 1 } } },
      );
      expect(said.toLowerCase().replace("cherry-picking", "cherry-pick")).toMatch(
        new RegExp(
          { merge: "merging", rebase: "rebas", "cherry-pick": "cherry-pick", revert: "revert" }[operation] ?? "",
        ),
      );
    },
  );

  test("in which nobody can commit, or a hook says no", async () => {
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

describe("what the user has told git", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("changes nothing, not even from within a hook of another repository", async () => {
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

describe("a fixture is refused that", () => {
  const messageOf = async (fixture: object) => {
    const base = { test_id: "one", description: "A case of a repository", action: { tool: "read" } };
    const contract = contractWith({ ...base, ...fixture });
    return runConformance(counterAdapter(), { contract }).then(
      () => "accepted",
      (thrown: Error) => thrown.message,
    );
  };

  test.each([
    [
      "asserts of a repository that there is not",
      { postcondition: { git: { "$.commits": 1 } } },
      "needs precondition.git",
    ],
    [
      "asserts of one where it asks for none",
      { precondition: { git: false }, postcondition: { git: { "$.commits": 1 } } },
      "needs precondition.git",
    ],
    [
      "keeps a file out that is not given",
      { precondition: { git: { uncommitted: ["a.txt"] } }, postcondition: { git: { "$.commits": 1 } } },
      '"a.txt" is none of the files',
    ],
    [
      "merges without a commit",
      { precondition: { git: { commit: false, in_progress: "merge" } }, postcondition: { git: { "$.commits": 0 } } },
      "nothing can be in progress",
    ],
    [
      "asks for something unheard of",
      { precondition: { git: { remote: "origin" } }, postcondition: { git: { "$.commits": 0 } } },
      "remote",
    ],
  ])("%s", async (_, fixture, text) => {
    expect(await messageOf(fixture)).toContain(text);
  });
});

test("where git is not installed, the case is not applicable and says so", async () => {
  vi.resetModules();
  vi.stubEnv("PATH", "/nowhere");
  try {
    const { runConformance: run } = await import("./run-conformance.js");
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
  }
});
