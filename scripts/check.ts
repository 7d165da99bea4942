/** Runs all checks besides the tests in parallel: formatting, types, unused code and authored content. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { NexusError } from "../src/base/errors.js";
import { packageRoot } from "../src/base/package-root.js";
import { writeTypes } from "./types/generated-types.js";

interface Checked {
  readonly name: string;
  /** The problems in whole lines; empty when there is none. */
  readonly text: string;
  readonly fails: boolean;
}

/** Runs a program of an installed package. */
function program(name: string, path: string, ...words: readonly string[]): Promise<Checked> {
  const command = [join(packageRoot, "node_modules", path), ...words];
  const options = { cwd: packageRoot, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`;
      const why = said.trim() === "" ? `${String(error)}\n` : said;
      resolve({ name, text: error === null ? "" : why, fails: error !== null });
    });
  });
}

/** The checks that run in this process, one after the other. */
async function here(name: string, work: () => Promise<Omit<Checked, "name">>): Promise<Checked> {
  try {
    return { name, ...(await work()) };
  } catch (thrown) {
    return { name, text: `${NexusError.from(thrown).line}\n`, fails: true };
  }
}

const started = performance.now();
// The compiler, knip and the rules of validate read the generated files.
await writeTypes();
const programs = [
  program("lint", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  program("types", "typescript/bin/tsc"),
  program("unused code", "knip/bin/knip.js", "--no-gitignore", "--no-config-hints"),
];
const checks = [await here("validate", async () => (await import("./repository-check.js")).checkRepository())];
const all = [...(await Promise.all(programs)), ...checks];
for (const { text } of all) process.stdout.write(text);
const failed = all.filter(({ fails }) => fails).map(({ name }) => name);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const names = all.map(({ name }) => name).join(", ");
process.stdout.write(failed.length > 0 ? `failed: ${failed.join(", ")}\n` : `checked in ${seconds} s: ${names}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
