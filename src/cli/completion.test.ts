import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program as conformance } from "./nexus-conformance.js";
import { program as core } from "./nexus-core.js";
import { runHere } from "./testing/run-here.js";

/** What a bash with the script sourced offers after these words; the last one is being typed. */
async function offered(program: typeof core, ...words: string[]): Promise<readonly string[]> {
  const cwd = temporaryFolder();
  const { stdout } = await runHere(program, ["completion", "bash"], cwd);
  writeFiles(cwd, { "completion.bash": stdout, "known.yml": "" });
  const name = `_${program.name.replace("-", "_")}`;
  const script = `source ./completion.bash
COMP_WORDS=(${[program.name, ...words].map((word) => `'${word}'`).join(" ")}) COMP_CWORD=${words.length}
${name}
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout: reply, stderr } = spawnSync("bash", ["--norc", "-c", script], { cwd, encoding: "utf8" });
  expect(stderr).toBe("");
  return reply.trim().split("\n");
}

test("bash completes commands, options and the values that an option can have", async () => {
  expect(await offered(conformance, "ex")).toEqual(["explain"]);
  expect(await offered(conformance, "run", "--up")).toEqual(["--update-baseline"]);
  expect(await offered(conformance, "run", "--level", "")).toEqual(["must", "should", "may"]);
  expect(await offered(conformance, "run", "--baseline", "kn")).toEqual(["known.yml"]);
  expect(await offered(conformance, "list", "req")).toEqual(["requirements"]);
  expect(await offered(core, "validate", "--format", "sa")).toEqual(["sarif"]);
});

test.each(["bash", "zsh", "fish"])("the script for %s names every command and option", async (shell) => {
  const { code, stdout } = await runHere(conformance, ["completion", shell], temporaryFolder());
  expect(code).toBe(0);
  for (const [name, { load }] of Object.entries(conformance.commands)) {
    expect(stdout).toContain(name);
    for (const option of Object.keys((await load()).command.options)) expect(stdout).toContain(option);
  }
  const isHere = spawnSync(shell, ["-c", "true"]).status === 0;
  const file = join(temporaryFolder(), "script");
  writeFiles(join(file, ".."), { script: stdout });
  if (isHere) expect(spawnSync(shell, ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

test("a shell that nobody knows is one line", async () => {
  const { code, stderr } = await runHere(core, ["completion", "bahs"], temporaryFolder());
  expect(code).toBe(2);
  expect(stderr).toContain('there is no completion for "bahs". Did you mean "bash"?');
});
