/** `--help` prints tables, and loads no module that only a command needs; `npm run bench:start` measures it. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
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

test("list checks a configuration file without the compiler of schemas", () => {
  const hook = join(temporaryFolder(), "hook.cjs");
  writeFileSync(hook, 'process.on("exit", () => console.error(Object.keys(require.cache).join("\\n")));');
  const list = ["--require", hook, join(packageRoot, "bin/nexus-conformance.js"), "list", "--contract", "thread"];
  const { stderr } = spawnSync(process.execPath, list, { cwd: packageRoot, encoding: "utf8" });
  expect(stderr).toContain("config.schema.json.cjs");
  expect(stderr).not.toContain("ajv/dist/core");
});
