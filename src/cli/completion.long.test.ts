import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program as conformance } from "./nexus-conformance.js";
import { program as core } from "./nexus-core.js";
import { runHere } from "./testing/run-here.js";

/** The completions of a bash that has sourced the script, for a command line whose last word is incomplete. */
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

test("bash completes commands, options and the values of options", async () => {
  expect(await offered(conformance, "ex")).toEqual(["explain"]);
  expect(await offered(conformance, "run", "--up")).toEqual(["--update-baseline"]);
  expect(await offered(conformance, "run", "--level", "")).toEqual(["must", "should", "may", "info"]);
  expect(await offered(conformance, "run", "--baseline", "kn")).toEqual(["known.yml"]);
  expect(await offered(conformance, "list", "req")).toEqual(["requirements"]);
  expect(await offered(core, "validate", "--format", "sa")).toEqual(["sarif"]);
  expect(await offered(conformance, "run", "--level", "=", "sh")).toEqual(["should"]);
  expect(await offered(conformance, "run", "--level", "=")).toEqual(["must", "should", "may", "info"]);
});

const isHere = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;
/** Skips a shell that is not installed, except in CI, which must install it. */
const skips = (shell: string) => process.env["CI"] !== "true" && !isHere(shell);

/** A folder with the scripts of both programs for this shell, and a file to complete. */
async function folderFor(shell: string): Promise<string> {
  expect(isHere(shell), `${shell} is missing: install it`).toBe(true);
  const cwd = temporaryFolder();
  const scripts = [conformance, core].map((program) => runHere(program, ["completion", shell], cwd));
  const [first, second] = await Promise.all(scripts);
  writeFiles(cwd, { first: first?.stdout ?? "", second: second?.stdout ?? "", "known.yml": "" });
  return cwd;
}

// Types each line into an interactive zsh, presses Tab, and prints the line.
const ZSH = String.raw`
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PROMPT=; autoload -Uz compinit; compinit -u -D; source ./first; source ./second; unsetopt beep
say() { print -r -- \"\$BUFFER\" > ./buffer }; zle -N say; bindkey '^X' say; : > ready"
while [[ ! -e ready ]]; do sleep 0.05; done
while IFS= read -r line; do
  rm -f buffer
  zpty -w -n shell "$line"$'\t\x18'
  while [[ ! -s buffer ]]; do sleep 0.05; done
  print -r -- "$(<buffer)"
  zpty -w -n shell $'\x15'
done
zpty -d shell
`;

const LINES = [
  ["nexus-conformance ex", "explain"],
  ["nexus-conformance --he", "--help"],
  ["nexus-conformance run --up", "--update-baseline"],
  ["nexus-conformance run --run run --he", "--help"],
  ["nexus-conformance run --level mu", "must"],
  ["nexus-conformance run --level=mu", "--level=must"],
  ["nexus-conformance run --baseline kn", "known.yml"],
  ["nexus-conformance list req", "requirements"],
  ["nexus-conformance report kn", "known.yml"],
  ["nexus-core validate --format sa", "sarif"],
] as const;

test.skipIf(skips("zsh"))("an interactive zsh completes a command line", async () => {
  const cwd = await folderFor("zsh");
  const input = LINES.map(([line]) => `${line}\n`).join("");
  const { stdout } = spawnSync("zsh", ["-f", "-c", ZSH], { cwd, input, encoding: "utf8" });
  const expected = LINES.map(([line, word]) => `${line.replace(/\S+$/u, "")}${word}`);
  expect(
    stdout
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ).toEqual(expected);
});

test.skipIf(skips("fish"))("an interactive fish completes a command line", async () => {
  const cwd = await folderFor("fish");
  const script = ["source first; source second", ...LINES.map(([line]) => `complete -C '${line}'; echo`)].join("\n");
  const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", script], { cwd, encoding: "utf8" });
  expect(stderr).toBe("");
  const offers = stdout.split("\n\n").map((block) => block.trim().replace(/\t.*$/u, ""));
  expect(offers.filter((line) => line !== "")).toEqual(LINES.map(([, word]) => word));
});

test.each(["bash", "zsh", "fish"])("the script for %s names every command and option", async (shell) => {
  const { code, stdout } = await runHere(conformance, ["completion", shell], temporaryFolder());
  expect(code).toBe(0);
  for (const [name, { load }] of Object.entries(conformance.commands)) {
    expect(stdout).toContain(name);
    for (const option of Object.keys((await load()).command.options)) expect(stdout).toContain(option);
  }
});
