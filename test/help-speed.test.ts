/** `--help` answers at once: it prints tables, and loads nothing that only a command needs. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.js";

const CLI = join(packageRoot, "src/cli");

/** Everything that a module loads before it runs: its static imports, and theirs. */
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

test.each(commands)("the help of %s needs no engine, no parser and no schema", (name) => {
  const entries = ["run-main.ts", "run-program.ts", "help.ts", `commands/${name}`].map((file) => join(CLI, file));
  const loaded = entries.flatMap((file) => [...loadedBy(file)]).map((file) => relative(packageRoot, file));
  expect(loaded.filter((file) => /conformance\/(?!reporters)|ajv|yaml|glob|matter/.test(file))).toEqual([]);
});

test.each([["--help"], ["run", "--help"]])("%s %s adds less than 150 ms to the start of Node", (...words) => {
  const best = (args: readonly string[]) => {
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      spawnSync(process.execPath, args);
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  const bin = join(packageRoot, "bin/nexus-conformance.js");
  expect(best([bin, ...words]) - best(["-e", "0"])).toBeLessThan(150);
});
