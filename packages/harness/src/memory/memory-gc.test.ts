/** What deletions do to real repositories of every shape. */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHarness } from "../harness.js";
import { takeLock } from "../lock.js";
import { StateStore } from "../state-store.js";
import { NOW, Project } from "../testing/project.js";
import { deleteInCommit } from "./delete-in-commit.js";
import { ELSEWHERE, within } from "./git.js";
import { withChanges } from "./memory-facts.js";
import { openRepository } from "./repository.js";

afterEach(() => vi.unstubAllEnvs());

const A = ".nexus/memory/external-old-api.md";
const B = ".nexus/memory/empirical-retry-limit.md";
const FILES = { [A]: "old\n", [B]: "kept\n", ".nexus/.gitignore": "state/\n", "src/a.ts": "1\n" };

/** A project under git, whose repository knows every file in it. */
class Repository extends Project {
  constructor(files: Readonly<Record<string, unknown>> = FILES) {
    super(files);
    this.git("init", "-q", "-b", "main");
    this.setUp();
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "first");
  }

  setUp(): void {
    const settings = { "user.name": "Ada", "user.email": "ada@example.org", "commit.gpgSign": "false" };
    for (const [name, value] of Object.entries(settings)) this.git("config", name, value);
  }

  git(...words: readonly string[]): string {
    return execFileSync("git", words, { cwd: this.root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  }

  hook(name: string, script: string): void {
    const path = join(this.root, ".git/hooks", name);
    this.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }

  /** All that a refusal must leave as it is. */
  state(): object {
    const status = this.git("status", "--porcelain", "-uall");
    return {
      head: this.git("rev-parse", "HEAD"),
      status,
      files: this.files().filter((file) => !file.startsWith(".git/")),
    };
  }

  async refused(paths: readonly string[]): Promise<string> {
    const before = this.state();
    const text = await this.harness()
      .memoryGc({ delete: paths })
      .then(
        (answer) => `accepted: ${JSON.stringify(answer)}`,
        (thrown: Error) => thrown.message,
      );
    expect(this.state()).toEqual(before);
    return text;
  }
}

test("what was deleted comes back by the command that the answer and the message name", async () => {
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

test("work of the user stays staged, changed and unknown as it was", async () => {
  const project = new Repository();
  project.write("src/a.ts", "2\n");
  project.git("add", "src/a.ts");
  project.write("src/a.ts", "3\n");
  project.write("src/new.ts", "new\n");
  project.write("src/staged.ts", "new\n");
  project.git("add", "src/staged.ts");
  const before = [project.git("status", "--porcelain", "-uall"), project.git("diff", "--cached"), project.git("diff")];
  await project.harness().memoryGc({ delete: [A] });
  expect([project.git("status", "--porcelain", "-uall"), project.git("diff", "--cached"), project.git("diff")]).toEqual(
    before,
  );
});

test("a hook that never ends does not take the lock from those who wait for it", async () => {
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
}, 30_000);

test("git is led by no variable that names another repository", () => {
  const named = execFileSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" }).trim().split("\n");
  // A build server says through them who commits.
  const settings = ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"];
  expect(named.filter((name) => !ELSEWHERE.includes(name))).toEqual(settings);
});

test("git reads no file of the project again that has not changed", async () => {
  const project = new Repository();
  project.hook("post-index-change", 'test -z "$GIT_INDEX_FILE" || git diff-files --name-only >> .git/read-again');
  await project.harness().memoryGc({ delete: [A] });
  expect(project.readText(".git/read-again")).toBe("");
});

describe("a repository of another shape", () => {
  test("one whose index is divided", async () => {
    const project = new Repository();
    project.git("update-index", "--split-index");
    project.git("config", "core.splitIndex", "true");
    project.write("src/a.ts", "2\n");
    project.git("add", "src/a.ts");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\t${A}`);
    expect(project.git("status", "--porcelain")).toBe("M  src/a.ts");
  });

  test("one with conflicts that are not solved yet", async () => {
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

  test("one without an index", async () => {
    const project = new Repository();
    rmSync(join(project.root, ".git/index"));
    project.git("reset", "-q");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\t${A}`);
  });

  test("one that holds line ends which git would write otherwise today", async () => {
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

  test("a .git file that names the folder", async () => {
    const project = new Repository();
    const elsewhere = new Project();
    renameSync(join(project.root, ".git"), join(elsewhere.root, "modules"));
    writeFileSync(join(project.root, ".git"), `gitdir: ${join(elsewhere.root, "modules")}\n`);
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("log", "--format=%s")).toBe("Forget a memory file\nfirst");
    expect(project.git("status", "--porcelain")).toBe("");
  });

  test("a project that is a folder of a larger repository", async () => {
    const project = new Repository({ [`web app/${A}`]: "old\n", [`web app/${B}`]: "kept\n", [A]: "another\n" });
    const root = join(project.root, "web app");
    const { recover } = (await createHarness({ root }).memoryGc({ delete: [A] })) as { recover: string };
    expect(project.git("show", "--format=", "--name-status", "HEAD")).toBe(`D\tweb app/${A}`);
    execFileSync("sh", ["-c", recover], { cwd: root, stdio: "ignore" });
    expect(project.readText(`web app/${A}`)).toBe("old\n");
  });

  test("a project over a link, and a name that a shell would take apart", async () => {
    const odd = ".nexus/memory/it's an odd $name.md";
    const project = new Repository({ [odd]: "odd\n" });
    const link = join(new Project().root, "link");
    symlinkSync(project.root, link);
    const answer = (await createHarness({ root: link }).memoryGc({ delete: [join(project.root, odd)] })) as {
      recover: string;
    };
    expect(answer).toMatchObject({ deleted: [odd] });
    execFileSync("sh", ["-c", answer.recover], { cwd: project.root, stdio: "ignore" });
    expect(project.readText(odd)).toBe("odd\n");
  });
});

describe("nothing is deleted", () => {
  test("where another repository's variables are set, but in that of the project", async () => {
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

  test("where the variables of git give paths another meaning, but what is named", async () => {
    const project = new Repository();
    vi.stubEnv("GIT_GLOB_PATHSPECS", "1");
    await project.harness().memoryGc({ delete: [A] });
    expect(project.git("log", "--format=%s")).toBe("Forget a memory file\nfirst");
  });

  test("where a hook takes so long that others wait, whether or not the commit is there by then", async () => {
    for (const hook of ["pre-commit", "post-commit"]) {
      const project = new Repository();
      project.hook(hook, "exec sleep 20");
      const before = project.state();
      const gone = within(500, async () => deleteInCommit(project.root, await openRepository(project.root), [A]));
      await expect(gone).rejects.toThrow(
        "git did not make the commit: git and its hooks took more than 0.5 s, in which nobody else can write. Nothing was deleted.",
      );
      expect(project.state()).toEqual(before);
    }
  });

  test("where the index is held until the time is over, and the commit is taken back", async () => {
    const project = new Repository();
    const repository = await openRepository(project.root);
    project.write(".git/index.lock", "");
    await expect(within(500, () => deleteInCommit(project.root, repository, [A]))).rejects.toThrow(
      "Nothing was deleted",
    );
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.readText(A)).toBe("old\n");
  });

  test("where git is not installed", async () => {
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

  test("that a flag hides as unchanged", async () => {
    const project = new Repository();
    project.write(A, "precious\n");
    project.git("update-index", "--assume-unchanged", A);
    expect(await project.refused([A])).toMatch(/has changed since the last commit/);
  });

  test("of which another version is staged", async () => {
    const project = new Repository();
    project.write(A, "precious\n");
    project.git("add", A);
    project.write(A, "old\n");
    expect(await project.refused([A])).toMatch(/changes to it are staged and in no commit/);
  });

  test("when a hook puts more into the commit", async () => {
    const project = new Repository();
    project.hook("pre-commit", "echo more > more.txt && git add more.txt");
    await expect(project.harness().memoryGc({ delete: [A] })).rejects.toThrow(
      "The commit would have held more than the deletions, such as more.txt. Nothing was deleted.",
    );
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.readText(A)).toBe("old\n");
  });

  test("when a hook says no, in its words", async () => {
    const project = new Repository();
    project.hook("pre-commit", "echo 'frozen until Monday' >&2; exit 1");
    expect(await project.refused([A, B])).toBe(
      "git did not make the commit: frozen until Monday. Nothing was deleted.",
    );
  });

  test("that a hook has changed in the meantime, and the commit is taken back", async () => {
    const project = new Repository();
    project.hook("pre-commit", `echo precious >> ${A}`);
    await expect(project.harness().memoryGc({ delete: [B, A] })).rejects.toThrow(
      `${A} could not be brought back, because it has changed since the last commit. Nothing was deleted; `,
    );
    expect(project.git("log", "--format=%s")).toBe("first");
    expect(project.git("status", "--porcelain")).toBe(`M ${A}`);
    expect(project.readText(A)).toBe("old\nprecious\n");
    expect(project.readText(B)).toBe("kept\n");
  });

  test("that has changed when nothing can be taken back any more, but the others are", async () => {
    const project = new Repository();
    // It runs for the real index when the files have left that, which is the last thing before they go.
    project.hook("post-index-change", `test -n "$GIT_INDEX_FILE" || echo precious >> ${B}`);
    await expect(project.harness().memoryGc({ delete: [A, B] })).rejects.toThrow(
      `deletes what was chosen, but ${B} is still there: somebody has changed it in the meantime. Delete it by hand.`,
    );
    expect(project.git("log", "--format=%s")).toBe("Forget 2 memory files\nfirst");
    expect(project.readText(B)).toBe("kept\nprecious\n");
    expect(existsSync(join(project.root, A))).toBe(false);
  });

  test("when somebody holds the index, and the commit is taken back", async () => {
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

  test("when a hook commits something of its own in between, which stays", async () => {
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

describe("a refusal in one line", () => {
  const nowhere = '" is not there. Nothing was deleted; name files as memory_gc shows them.';

  test("for paths at which nothing can stand", async () => {
    const project = new Repository();
    const long = `.nexus/memory/${"a".repeat(300)}.md`;
    expect(await project.refused([`${A}/deeper.md`])).toBe(`"${A}/deeper.md${nowhere}`);
    expect(await project.refused([long])).toBe(`"${long}${nowhere}`);
    symlinkSync("circle", join(project.root, ".nexus/memory/circle"));
    expect(await project.refused([".nexus/memory/circle/a.md"])).toBe(`".nexus/memory/circle/a.md${nowhere}`);
  });

  test("for a project that is not there", async () => {
    const root = join(new Project().root, "gone");
    await expect(createHarness({ root }).memoryGc({ delete: [A] })).rejects.toThrow(`"${A}${nowhere}`);
    expect(await createHarness({ root }).memoryGc()).toEqual({ candidates: [] });
  });

  test("for a folder of memory that is none", async () => {
    const project = new Project({ ".nexus/memory": "a file" });
    await expect(project.harness().memoryGc()).rejects.toThrow(
      /^\.nexus\/memory cannot be read: ENOTDIR.*Check its permissions and that it is a folder\.$/,
    );
  });

  test.skipIf(process.getuid?.() === 0)("for a folder of memory that nobody may read", async () => {
    const project = new Project(FILES);
    chmodSync(join(project.root, ".nexus/memory"), 0o300);
    await expect(project.harness().memoryGc()).rejects.toThrow(/^\.nexus\/memory cannot be read: EACCES/);
    chmodSync(join(project.root, ".nexus/memory"), 0o700);
  });
});

test("a file that goes while the others are looked at is left out", async () => {
  const project = new Project(FILES);
  expect(await withChanges(project.root, [A, ".nexus/memory/gone.md"])).toMatchObject([{ path: A }]);
});

test("a read that is recorded while the call waits for its turn saves the file", async () => {
  // Old enough, or it would be spared without the read.
  vi.stubEnv("GIT_COMMITTER_DATE", "2020-01-01T09:00:00Z");
  const project = new Repository();
  const log = ".nexus/state/one/memory-access.jsonl";
  const read = (time: string) =>
    project.write(log, `${JSON.stringify({ path: A, last_accessed_ts: time, access_count: 1, last_agent: "lead" })}\n`);
  read("2020-01-01T09:00:00Z");
  const release = await takeLock(join(project.root, ".nexus/state/.lock"));
  const thresholds = { minDaysSinceRead: 30, maxReads: 5, minDaysSinceChange: 0 };
  expect(await project.harness().memoryGc({ thresholds })).toMatchObject({ candidates: [{ path: A }] });
  const answer = project.harness().memoryGc({ automatic: true, thresholds });
  await pause(300);
  read(NOW);
  release();
  expect(await answer).toEqual({ deleted: [] });
  expect(project.readText(A)).toBe("old\n");
});

test("files are shown with what all harnesses know of them, and when they were changed", async () => {
  const line = (reads: number, time: string) =>
    `${JSON.stringify({ path: A, last_accessed_ts: time, access_count: reads, last_agent: "lead" })}\n`;
  const project = new Repository();
  project.write(".nexus/state/one/memory-access.jsonl", line(2, "2026-02-01T09:00:00Z"));
  project.write(".nexus/state/two/memory-access.jsonl", `${line(3, "2026-01-01T09:00:00Z")}half a line\n`);
  project.write(B, "changed now\n");
  expect(await project.harness().memoryGc()).toEqual({
    candidates: [
      { path: B, days_since_change: 0 },
      { path: A, reads: 5, days_since_read: 28, cycles_since_read: 0, days_since_change: 0 },
    ],
    warnings: [".nexus/state/two/memory-access.jsonl, line 2: not valid JSON"],
  });
});

test("the age of a file is told where git shows who has signed", async () => {
  const signer = [
    'case "$*" in *--verify*) echo "gpg: Good signature" >&2; echo "[GNUPG:] GOODSIG x"; exit 0;; esac',
    "cat > /dev/null",
    "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'",
    "printf '\\n[GNUPG:] SIG_CREATED x\\n' >&2",
  ];
  vi.stubEnv("GIT_COMMITTER_DATE", "2026-02-19T09:00:00Z");
  const project = new Repository();
  project.hook("signer", signer.join("\n"));
  project.git("config", "gpg.program", join(project.root, ".git/hooks/signer"));
  project.git("commit", "-q", "--amend", "--gpg-sign=x", "-m", "signed");
  expect(project.git("log", "--show-signature")).toContain("Good signature");
  project.git("config", "log.showSignature", "true");
  const candidates = [A, B].sort().map((path) => ({ path, days_since_change: 10 }));
  expect(await project.harness().memoryGc()).toEqual({ candidates });
});

test("of a history only the ends of its cycles are kept, however much it holds", async () => {
  const line = JSON.stringify({
    path: A,
    last_accessed_ts: "2026-02-10T09:00:00Z",
    access_count: 1,
    last_agent: "lead",
  });
  const project = new Project({ [A]: "old\n", ".nexus/state/one/memory-access.jsonl": `${line}\n` });
  // One object for all cycles: whoever keeps it has the last of them only.
  const cycle = { completed_at: "" };
  const load = vi.spyOn(StateStore.prototype, "load").mockReturnValue({
    cycles: function* () {
      for (const day of ["20", "15", "01"]) yield Object.assign(cycle, { completed_at: `2026-02-${day}T09:00:00Z` });
    },
  } as never);
  const answer = await project.harness().memoryGc();
  load.mockRestore();
  expect(answer).toMatchObject({ candidates: [{ path: A, cycles_since_read: 2 }] });
});

test("the age of a file is that of the commit that changed it, and not of the checkout", async () => {
  const project = new Project(FILES);
  const env = { ...process.env, GIT_COMMITTER_DATE: "2026-02-19T09:00:00Z", GIT_AUTHOR_DATE: "2026-02-01T09:00:00Z" };
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: project.root, env, stdio: "ignore" });
  git("init");
  git("add", "-A");
  git("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgSign=false", "commit", "-m", "x");
  mkdirSync(join(project.root, ".nexus/memory/deep"));
  project.write(".nexus/memory/deep/ä.md", "new");
  expect(NOW).toBe("2026-03-01T09:00:00.000Z");
  expect(await project.harness().memoryGc()).toEqual({
    candidates: [
      { path: ".nexus/memory/deep/ä.md", days_since_change: 0 },
      { path: B, days_since_change: 10 },
      { path: A, days_since_change: 10 },
    ],
  });
});
