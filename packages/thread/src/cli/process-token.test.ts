import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../testing/program.js";
import { openTestService, temporaryFolder } from "../testing/service.js";
import { claimsOf, KEYS_FILE, signed } from "../testing/tokens.js";
import { processToken } from "./process-token.js";

const folder = temporaryFolder();
const { service } = await openTestService();
const good = (agent: string) => signed(claimsOf({ agent_id: agent }));
const KEYS = ["--keys", KEYS_FILE, "--audience", "a", "--issuer", "i"];
const printing = (text: string) => JSON.stringify([process.execPath, "-e", `process.stdout.write(${text})`]);

test("a token in a file is read at every call, and an earlier one lives on while the file is replaced", async () => {
  const tokenFile = join(folder, "token");
  const token = await processToken({ tokenFile }, service);
  expect(token.current()).toBe("");
  const [first, second] = [good("ada"), good("bob")];
  writeFileSync(tokenFile, `${first}\n`);
  expect(token.current()).toBe(first);
  rmSync(tokenFile);
  expect(token.current()).toBe(first);
  writeFileSync(tokenFile, second);
  expect(token.current()).toBe(second);
});

test("a command prints the token, and is run again before the token expires", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const counting = join(folder, "count.mjs");
  const printed = join(folder, "printed");
  writeFileSync(printed, good("ada"));
  writeFileSync(
    counting,
    `import { readFileSync } from "node:fs"; process.stdout.write(readFileSync(process.argv[2], "utf8"));`,
  );
  const token = await processToken({ tokenCommand: JSON.stringify([process.execPath, counting, printed]) }, service);
  onTestFinished(() => token.stop());
  const next = good("ada");
  writeFileSync(printed, next);
  vi.advanceTimersByTime(60 * 60 * 1000);
  vi.useRealTimers();
  await expect.poll(() => token.current()).toBe(next);
});

const elsewhere = signed(claimsOf({ agent_id: "ada", workspace_id: "elsewhere", aud: "a", iss: "i" }));

test.each([
  [
    "a token for another workspace",
    ["--workspace", "here", "--token-command", printing(`"${elsewhere}"`)],
    "printed a token that cannot be used",
  ],
  ["a command that prints no token", ["--token-command", printing('"abc"')], "printed a token that cannot be used"],
  ["a command that prints nothing", ["--token-command", printing('""')], "it printed nothing"],
  ["a command that is not there", ["--token-command", '["no-such-program"]'], "the token command failed"],
  ["a command that is no list", ["--token-command", "platform token"], "is a JSON list of words"],
  ["a file and a command", ["--token-file", "t", "--token-command", '["x"]'], "given in several ways"],
])("%s is reported at once", (_, words, problem) => {
  const { status, stdout, stderr } = run(["serve", "--stdio", ...KEYS, ...words], folder);
  expect({ status, stdout, lines: stderr.trim().split("\n").length }).toEqual({ status: 2, stdout: "", lines: 1 });
  expect(stderr).toContain(problem);
});

test("a token of the process over HTTP is refused", () => {
  const { status, stderr } = run(["serve", "--http", "127.0.0.1:0", ...KEYS, "--token-file", "t"], folder);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("a token of the process is for") });
});

test("a bad token of the process is reported at once", () => {
  const { status, stdout, stderr } = run(["serve", "--stdio", ...KEYS], folder, { THREAD_TOKEN: "a.b.c" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^nexus-thread: THREAD_TOKEN cannot be used\. The token [^\n]+\n$/);
});
