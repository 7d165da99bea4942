/** The package as npm would publish it, packed once for all tests of a run: packing takes seconds. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { packageRoot } from "../src/package-root.js";

const PATIENCE_MS = 60_000;

/** Of one run: a later one may pack something else. */
const root = process.env["NEXUS_TEST_ROOT"] ?? mkdtempSync(join(tmpdir(), "nexus-tests-"));

/**
 * @returns the absolute path of the packed package
 * @throws Error when it cannot be packed
 */
export async function packedPackage(): Promise<string> {
  const folder = join(root, "packed");
  const said = join(folder, "said.json");
  if (isFirst(folder)) {
    // Whole when it is there, since others look for it.
    writeFileSync(`${said}.part`, JSON.stringify(pack(folder)));
    renameSync(`${said}.part`, said);
  }
  for (const end = performance.now() + PATIENCE_MS; !existsSync(said); ) {
    if (performance.now() > end) throw new Error(`nobody has packed the package in ${PATIENCE_MS / 1000} s`);
    await pause(50);
  }
  const { file, problem } = JSON.parse(readFileSync(said, "utf8")) as ReturnType<typeof pack>;
  if (file === undefined) throw new Error(problem);
  return file;
}

/** Test files run in processes of their own, and only one of them makes the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    return false;
  }
}

function pack(folder: string): { readonly file?: string; readonly problem?: string } {
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  try {
    const output = execFileSync("npm", words, {
      cwd: packageRoot,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [packed] = JSON.parse(output) as { filename: string }[];
    return { file: join(folder, packed?.filename ?? "") };
  } catch (thrown) {
    return { problem: `npm pack failed: ${String(thrown)}` };
  }
}
