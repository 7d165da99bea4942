import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { REPOSITORY_VARIABLES, runGit } from "./git.js";

afterEach(() => vi.unstubAllEnvs());

const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
const COMMIT = [...IDENTITY, "commit", "--quiet", "--allow-empty", "--no-gpg-sign", "--message", "first"];

async function repository(hook?: string): Promise<string> {
  const folder = mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "git-"));
  await runGit(folder, ["init", "--quiet", "--template="]);
  if (hook !== undefined) {
    const path = join(folder, ".git/hooks/pre-commit");
    mkdirSync(join(folder, ".git/hooks"));
    writeFileSync(path, `#!/bin/sh\n${hook}\n`);
    chmodSync(path, 0o755);
  }
  return folder;
}

test("every variable that names another repository is dropped", () => {
  const named = execFileSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" }).trim().split("\n");
  const identity = ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"];
  expect(named.filter((name) => !REPOSITORY_VARIABLES.includes(name))).toEqual(identity);
});

test.each([
  ["only git and the repository", false, 1, ""],
  ["the user too", true, 0, "From the user\n"],
])("settings come from %s", async (_, asUser, code, stdout) => {
  const folder = await repository();
  const settings = join(folder, "settings");
  writeFileSync(settings, "[test]\n\tword = From the user\n");
  vi.stubEnv("GIT_CONFIG_GLOBAL", settings);
  vi.stubEnv("GIT_DIR", join(folder, "elsewhere"));
  expect(await runGit(folder, ["config", "--get", "test.word"], { asUser })).toMatchObject({ code, stdout });
});

test("hooks run for the user alone", async () => {
  const folder = await repository("echo no >&2; exit 1");
  expect(await runGit(folder, COMMIT, { asUser: true })).toMatchObject({ code: 1, stderr: "no\n", isLate: false });
  expect(await runGit(folder, COMMIT)).toMatchObject({ code: 0 });
});

test("a hook ends together with git at the time limit", async () => {
  const folder = await repository("trap 'touch ended; exit 1' TERM; sleep 60 & wait");
  expect(await runGit(folder, COMMIT, { asUser: true, timeoutMs: 1500 })).toMatchObject({ code: 1, isLate: true });
  await expect.poll(() => existsSync(join(folder, "ended")), { timeout: 30_000 }).toBe(true);
});

test("output that is too long ends git", async () => {
  const folder = await repository();
  const words = ["-c", "alias.flood=!yes", "flood"];
  expect(await runGit(folder, words)).toMatchObject({ code: 1, stderr: expect.stringContaining("more than") });
});
