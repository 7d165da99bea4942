/** A model behind a command: how it fails, and that nothing of it outlives its turn. */

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { commandModel } from "../scripts/scenarios/command-model.js";
import { markProcesses } from "../src/conformance/testing/leftovers.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";
import { chatRequest as request } from "./chat-server.js";
import { fake, folderOf, runMain, smallScenario } from "./scenario-folder.js";

test.each<[string, RegExp]>([
  ["babbles", /the answer is no JSON: "Sure, here you are!"\. Print one JSON object/],
  ["misspells", /turn 1#.*: unknown property "call"\. Did you mean "calls"\?/],
  ["silent", /turn 1: the answer is empty\. Print a text, edits or calls\./],
  ["dies", /it ended with exit code 7\. Its stderr, shown above, may say why;/],
  ["hangs", /it has not answered within 1 s\. --timeout gives it more time\./],
])("a program that %s is named with what to do, and is neither pass nor failure", async (deed, expected) => {
  const words = ["--model", fake(deed), "--folder", folderOf(smallScenario()), "--samples", "1", "--timeout", "1"];
  const { code, stdout, stderr } = await runMain(...words);
  expect(code).toBe(3);
  expect(stderr).toMatch(expected);
  if (deed !== "hangs") expect(stderr).not.toContain("--timeout");
  expect(stdout).toMatch(/ - +- +2 +- +0 +not judged: the model failed in 2 of 2 runs\n/);
});

test("a program that is not there is named", async () => {
  const { code, stderr } = await runMain("--model", "command:no-such-program", "--folder", folderOf(smallScenario()));
  expect(code).toBe(3);
  expect(stderr).toMatch(/command:no-such-program: it cannot be started: .*ENOENT\. Check the path and its rights;/);
});

test("a command without the word before it is taken where its program is there", async () => {
  const folder = folderOf(smallScenario());
  const words = ["--folder", folder, "--samples", "1"];
  const { code, stdout } = await runMain("--model", fake("works").replace("command:", ""), ...words);
  expect(code).toBe(0);
  expect(stdout).toMatch(/1\/1 +0\/1 .*binds/);
});

const shell = (script: string) => ["sh", "-c", script] as const;

test("behind a shell, what the shell has started ends with the limit too", async () => {
  const leftovers = markProcesses();
  const started = performance.now();
  await expect(commandModel(shell("sleep 61 & wait"), 300)(request)).rejects.toThrow(
    "it has not answered within 0.3 s",
  );
  expect(performance.now() - started).toBeLessThan(5_000);
  await pause(100);
  expect(leftovers()).toEqual([]);
});

test("a program that answers and leaves another behind has answered, and the other ends", async () => {
  const leftovers = markProcesses();
  const model = commandModel(shell(`sleep 62 & echo '{"text":"Set."}'`), 10_000);
  expect(await model(request)).toEqual({ text: "Set.", calls: [] });
  await pause(100);
  expect(leftovers()).toEqual([]);
});

test("an answer that comes late, but comes, is read whole", async () => {
  const folder = temporaryFolder();
  const answer = JSON.stringify({ text: "x".repeat(300_000) });
  writeFiles(folder, { "answer.json": answer });
  const model = commandModel(shell(`(sleep 0.2; cat ${join(folder, "answer.json")}) &`), 10_000);
  expect((await model(request)).text).toHaveLength(300_000);
});

test("a turn that is ended early ends its program", async () => {
  const leftovers = markProcesses();
  const stop = new AbortController();
  const turn = commandModel(shell("sleep 63 & wait"), 60_000)(request, stop.signal);
  setTimeout(() => stop.abort("SIGINT"), 200);
  await expect(turn).rejects.toThrow("it was ended with the run");
  await pause(100);
  expect(leftovers()).toEqual([]);
  await expect(commandModel(shell("true"), 1_000)(request, stop.signal)).rejects.toThrow("it was ended with the run");
});
