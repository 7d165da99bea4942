/** Packs and installs the packages once for all tests of a run, because both take many seconds. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { builtPackages } from "../../scripts/build/packages.js";
import { packageRoot } from "../../src/base/package-root.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";

const PATIENCE_MS = 240_000;

/** The folder of this test run. A later run may pack other files. */
const root = process.env["NEXUS_TEST_ROOT"] ?? mkdtempSync(join(tmpdir(), "nexus-tests-"));

export interface Packed {
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  /** The absolute path of the tarball. */
  readonly tarball: string;
  readonly files: readonly string[];
  /** Size in node_modules, in bytes. */
  readonly unpackedSize: number;
}

/** The folders of the packages that are published, from the root of the repository. */
export const PUBLISHED = builtPackages().map(({ folder }) => relative(packageRoot, folder) || ".");

/** Warnings of npm about the settings of a machine do not matter here. */
const env = { ...process.env, npm_config_loglevel: "error" };

/** The tarball of the root package. */
export async function packedPackage(): Promise<string> {
  return (await packedPackages())[0]!.tarball;
}

/** All packages that are published, the root first, with the declarations that `prepack` makes. */
export function packedPackages(): Promise<readonly Packed[]> {
  return once("packed", (folder) => {
    execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts", "--declarations"], { cwd: packageRoot });
    const [, ...others] = PUBLISHED;
    const workspaces = others.flatMap((path) => ["--workspace", path]);
    const form = ["--include-workspace-root", "--json", "--ignore-scripts", "--pack-destination", folder];
    const words = ["pack", ...workspaces, ...form];
    const said = JSON.parse(execFileSync("npm", words, { cwd: packageRoot, env, encoding: "utf8" })) as {
      name: string;
      filename: string;
      unpackedSize: number;
      files: { path: string }[];
    }[];
    return PUBLISHED.map((path): Packed => {
      const manifest = readFileSync(join(packageRoot, path, "package.json"), "utf8");
      const { name } = JSON.parse(manifest) as { readonly name: string };
      const { filename, files, unpackedSize } = said.find((each) => each.name === name)!;
      return { folder: path, tarball: join(folder, filename), files: files.map((file) => file.path), unpackedSize };
    });
  });
}

/** A project with only the root package installed. Tests share it and must not change it. */
export async function installedPackage(): Promise<string> {
  const packed = await packedPackage();
  return once("installed", (folder) => install(folder, [packed]));
}

/** A new project that shares `node_modules` with another one. */
export function projectWith(installed: string): string {
  const folder = temporaryFolder();
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
  return folder;
}

export function install(folder: string, tarballs: readonly string[]): string {
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs];
  execFileSync("npm", words, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  return folder;
}

/** Test files run in separate processes. The first to ask makes the result in a folder of this name; the others wait. */
async function once<Made>(name: string, make: (folder: string) => Made): Promise<Made> {
  const folder = join(root, name);
  const told = join(root, `${name}.json`);
  if (isFirst(folder)) {
    // Others look for the file, so it must be complete when it appears.
    writeFileSync(`${told}.part`, JSON.stringify(outcomeOf(() => make(folder))));
    renameSync(`${told}.part`, told);
  }
  for (const end = performance.now() + PATIENCE_MS; !existsSync(told); ) {
    if (performance.now() > end) throw new Error(`${name} was not made in ${PATIENCE_MS / 1000} s`);
    await pause(50);
  }
  const { made, problem } = JSON.parse(readFileSync(told, "utf8")) as { made?: Made; problem?: string };
  if (made === undefined) throw new Error(problem);
  return made;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    return false;
  }
}

function outcomeOf<Made>(make: () => Made): { readonly made?: Made; readonly problem?: string } {
  try {
    return { made: make() };
  } catch (thrown) {
    const { stderr = "" } = thrown as { readonly stderr?: string };
    return { problem: `${String(thrown)}\n${stderr}` };
  }
}
