/** `--help` prints tables, and loads no module that only a command needs; `npm run bench:start` measures it. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { builtChecks } from "../../src/base/shipped-schema.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";

const CLI = join(packageRoot, "src/cli");

/** The static imports of a module, direct and indirect. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, target = ""] of text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "([^"]+)"/gm)) {
    if (target.startsWith(".")) loadedBy(join(dirname(file), target.replace(/\.js$/, ".ts")), seen);
    else seen.add(target);
  }
  return seen;
}

const PROVING = ["run", "list", "explain", "completion", "smoke", "replay", "copy"];
const commands = readdirSync(join(CLI, "commands")).filter((name) => PROVING.includes(name.replace(".ts", "")));

test.each(commands)("the help of %s loads no engine, no parser and no schema", (name) => {
  const entries = ["run-main.ts", "frame/run-program.ts", `commands/${name}`].map((file) => join(CLI, file));
  const loaded = entries.flatMap((file) => [...loadedBy(file)]).map((file) => relative(packageRoot, file));
  expect(loaded.filter((file) => /conformance\/(?!reporters)|ajv|yaml|glob|matter/.test(file))).toEqual([]);
});

/** The CommonJS modules that a command has loaded when it ends. */
function commonJsOf(...words: readonly string[]): string {
  const hook = join(temporaryFolder(), "hook.cjs");
  writeFileSync(hook, 'process.on("exit", () => console.error(Object.keys(require.cache).join("\\n")));');
  const command = ["--require", hook, join(packageRoot, "bin/nexus-conformance.js"), ...words];
  return spawnSync(process.execPath, command, { cwd: packageRoot, encoding: "utf8" }).stderr;
}

test.each([
  ["list checks a configuration file", "config.schema.json", ["list", "--contract", "thread"]],
  ["a run checks answers", "core", ["run", "--run", "task_add_creates_the_first_task"]],
  ["a run checks refusals", "thread", ["run", "--contract", "thread", "--run", "create_thread_without_a_token"]],
])("%s without the compiler of schemas", (_, schemas, words) => {
  const loaded = commonJsOf(...words);
  expect(loaded).toContain(`${schemas}.cjs`);
  expect(loaded).not.toContain("ajv/dist/core");
});

test("checks that were built from other schemas are not used", () => {
  expect(builtChecks("core", "the hash of other files")).toBeUndefined();
});
