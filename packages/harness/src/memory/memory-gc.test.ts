import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, symlinkSync, truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { takeLock } from "@nexus-core/service/lock/lock";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { MemoriesShown } from "../generated/contract.js";
import { createHarness } from "../harness.js";
import { StateStore } from "../store/state-store.js";
import { callsAsOrdinaryUser } from "../testing/ordinary-user.js";
import { NOW, Project } from "../testing/project.js";
import { A, B, FILES, Repository } from "../testing/repository.js";
import { withChanges } from "./memory-facts.js";

afterEach(() => vi.unstubAllEnvs());

describe("a refusal in one line", () => {
  const nowhere = '" is not there. Nothing was deleted. Name files as memory_gc shows them.';

  test("for paths that cannot exist", async () => {
    const project = new Repository();
    const long = `.nexus/memory/${"a".repeat(300)}.md`;
    expect(await project.refused([`${A}/deeper.md`])).toBe(`"${A}/deeper.md${nowhere}`);
    expect(await project.refused([long])).toBe(`"${long}${nowhere}`);
    symlinkSync("circle", join(project.root, ".nexus/memory/circle"));
    expect(await project.refused([".nexus/memory/circle/a.md"])).toBe(`".nexus/memory/circle/a.md${nowhere}`);
  });

  test("for a project that does not exist", async () => {
    const root = join(new Project().root, "gone");
    await expect(createHarness({ root }).memoryGc({ delete: [A] })).rejects.toThrow(`"${A}${nowhere}`);
    expect(await createHarness({ root }).memoryGc()).toEqual({ candidates: [] });
  });

  test("for a file in place of the memory folder", async () => {
    const project = new Project({ ".nexus/memory": "a file" });
    await expect(project.harness().memoryGc()).rejects.toThrow(
      /^\.nexus\/memory cannot be read: ENOTDIR.*Check its permissions and that it is a folder\.$/,
    );
  });

  test("for an unreadable memory folder", () => {
    const project = new Project(FILES);
    chmodSync(join(project.root, ".nexus/memory"), 0o300);
    const outcomes = callsAsOrdinaryUser(project.root, ["memoryGc"]);
    chmodSync(join(project.root, ".nexus/memory"), 0o700);
    const message = expect.stringMatching(/^\.nexus\/memory cannot be read: EACCES/u);
    expect(outcomes).toEqual([expect.objectContaining({ message })]);
  });
});

test("a name with an invisible character is refused and omitted from the candidates", async () => {
  const project = new Repository({ ...FILES, ".nexus/memory/old-\u202efdp.md": "planted\n" });
  expect(await project.refused([".nexus/memory/old-\u202efdp.md"])).toContain("holds an invisible character");
  const { candidates, warnings } = (await project.harness().memoryGc()) as MemoriesShown;
  expect(candidates.map(({ path }) => path)).toEqual([B, A]);
  expect(warnings).toEqual([expect.stringContaining("1 files of .nexus/memory are left out")]);
});

test("showing candidates starts no program from the repository's settings", async () => {
  const project = new Repository();
  project.hook("ran", `touch ${project.root}/ran; cat`);
  for (const name of ["filter.x.clean", "core.fsmonitor", "diff.external", "core.pager"]) {
    project.git("config", name, join(project.root, ".git/hooks/ran"));
  }
  project.write(".gitattributes", "* filter=x\n");
  project.write(B, "kept now\n");
  await project.harness().memoryGc();
  expect(existsSync(join(project.root, "ran"))).toBe(false);
});

test("a file that is deleted during the call is omitted", async () => {
  const project = new Project(FILES);
  expect(await withChanges(project.root, [A, ".nexus/memory/gone.md"])).toMatchObject([{ path: A }]);
});

test("a read recorded while the call waits for the lock saves the file", async () => {
  // The file must be old enough to be deleted without the read.
  vi.stubEnv("GIT_COMMITTER_DATE", "2020-01-01T09:00:00Z");
  const project = new Repository();
  const log = ".nexus/state/one/memory-access.jsonl";
  const read = (time: string) =>
    project.write(log, `${JSON.stringify({ path: A, last_accessed_ts: time, access_count: 1, last_agent: "lead" })}\n`);
  read("2020-01-01T09:00:00Z");
  const release = await takeLock(project.root, ".nexus/state/.lock");
  const thresholds = { minDaysSinceRead: 30, maxReads: 5, minDaysSinceChange: 0 };
  expect(await project.harness().memoryGc({ thresholds })).toMatchObject({ candidates: [{ path: A }] });
  const waits = vi.spyOn(StateStore.prototype, "lock");
  const answer = project.harness().memoryGc({ automatic: true, thresholds });
  await vi.waitUntil(() => waits.mock.calls.length > 0, { timeout: 600_000 });
  waits.mockRestore();
  read(NOW);
  release();
  expect(await answer).toEqual({ deleted: [] });
  expect(project.readText(A)).toBe("old\n");
});

test("a log behind several links is read once, and an unread log prevents every choice", async () => {
  const read = { path: A, last_accessed_ts: "2020-01-01T09:00:00Z", access_count: 2, last_agent: "lead" };
  const project = new Project({ ...FILES, ".nexus/state/one/memory-access.jsonl": `${JSON.stringify(read)}\n` });
  for (const name of ["two", "three"]) {
    mkdirSync(join(project.root, ".nexus/state", name));
    symlinkSync("../one/memory-access.jsonl", join(project.root, ".nexus/state", name, "memory-access.jsonl"));
  }
  const thresholds = { minDaysSinceRead: 30, maxReads: 2, minDaysSinceChange: 0 };
  utimesSync(join(project.root, A), 0, 0);
  expect(await project.harness().memoryGc({ thresholds })).toMatchObject({ candidates: [{ path: A, reads: 2 }] });
  for (const name of ["a", "b"]) {
    project.write(`.nexus/state/${name}/memory-access.jsonl`, "");
    truncateSync(join(project.root, `.nexus/state/${name}/memory-access.jsonl`), 16 * 1024 * 1024);
  }
  const { candidates, warnings } = (await project.harness().memoryGc({ thresholds })) as MemoriesShown;
  expect(candidates).toEqual([]);
  expect(warnings).toContainEqual(expect.stringContaining("logs hold more than 16 MiB together"));
});

test("the age of a file is known even if git shows signatures", async () => {
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

test("reading the history keeps only the end of each cycle", async () => {
  const line = JSON.stringify({
    path: A,
    last_accessed_ts: "2026-02-10T09:00:00Z",
    access_count: 1,
    last_agent: "lead",
  });
  const project = new Project({ [A]: "old\n", ".nexus/state/one/memory-access.jsonl": `${line}\n` });
  // All cycles are the same object, so code that keeps whole cycles sees only the last one.
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

test("the age of a file comes from its last commit, not from the checkout", async () => {
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
