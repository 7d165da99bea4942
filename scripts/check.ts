/** Every check that is no test, side by side: form, types, unused code, and all that is authored. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { NexusError } from "../src/base/errors.js";
import { packageRoot } from "../src/base/package-root.js";
import { writeTypes } from "./types/generated-types.js";

interface Checked {
  readonly name: string;
  /** What there is to say, in whole lines; nothing where all is well. */
  readonly text: string;
  readonly fails: boolean;
}

/** A program of a package that is installed here. */
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

/** What runs in this process, one after the other. */
async function here(name: string, work: () => Promise<Omit<Checked, "name">>): Promise<Checked> {
  try {
    return { name, ...(await work()) };
  } catch (thrown) {
    return { name, text: `${NexusError.from(thrown).line}\n`, fails: true };
  }
}

const started = performance.now();
// The compiler, the search for unused code and the rules of validate read them.
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
