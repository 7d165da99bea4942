import { existsSync, statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import fg from "fast-glob";
import { NexusError } from "../errors.js";
import { compareText } from "../finding.js";
import { packageRoot } from "../package-root.js";
import type { Case } from "./case.js";
import type { Contract } from "./contract.js";
import { type FixtureFile, readFixture } from "./fixture.js";

/**
 * The fixture files that a contract ships, shown from this package, or from `cwd` where the contract is somebody
 * else's.
 */
export function contractFixtures(contract: Contract, cwd: string = process.cwd()): readonly FixtureFile[] {
  const isOurs = !relative(packageRoot, contract.folder).startsWith("..");
  const folder = relative(isOurs ? packageRoot : cwd, contract.folder)
    .split(sep)
    .join("/");
  return fg
    .sync([...contract.fixtures], { cwd: contract.folder })
    .sort(compareText)
    .map((path) => ({
      path: resolve(contract.folder, path),
      shown: folder === "" ? path : `${folder}/${path}`,
      name: `${contract.id}/${withoutExtension(path)}`,
    }));
}

/**
 * Fixture files that somebody else wrote in the same format: files, folders or globs from the current folder.
 * @throws NexusError NXC_FILE_NOT_FOUND for one that names nothing
 */
export function externalFixtures(patterns: readonly string[], contract: Contract, cwd: string): readonly FixtureFile[] {
  const paths = new Set(patterns.flatMap((pattern) => expand(pattern, cwd)));
  return [...paths].sort(compareText).map((path) => {
    const shown = relative(cwd, path).split(sep).join("/");
    const inside = shown.split("/").filter((part) => part !== "..");
    return { path, shown, name: `${contract.id}/${withoutExtension(inside.slice(-2).join("/"))}`, foreign: true };
  });
}

function expand(pattern: string, cwd: string): readonly string[] {
  const path = resolve(cwd, pattern);
  const isThere = existsSync(path);
  if (isThere && !statSync(path).isDirectory()) return [path];
  const found = isThere
    ? fg.sync("**/*.json", { cwd: path, absolute: true })
    : fg.sync(pattern.split(sep).join("/"), { cwd, absolute: true });
  if (found.length === 0) throw NexusError.of("NXC_FILE_NOT_FOUND", { kind: "fixture" }, pattern);
  return found;
}

function withoutExtension(path: string): string {
  return path.replace(/\.json$/u, "");
}

/**
 * Reads the cases of these files.
 * @throws NexusError of the first invalid one, or NXC_FIXTURE_DUPLICATE_ID
 */
export function readCases(files: readonly FixtureFile[], contract: Contract): readonly Case[] {
  const cases = files.flatMap((file) => readFixture(file, contract));
  const [duplicate] = duplicateIds(cases);
  if (duplicate !== undefined) throw duplicate;
  return cases;
}

/** Ids are what baselines and bug reports hold on to, so each stands once in a contract. */
export function duplicateIds(cases: readonly Case[]): readonly NexusError[] {
  const first = new Map<string, Case>();
  return cases.flatMap((testCase) => {
    const other = first.get(testCase.id);
    if (other === undefined) {
      first.set(testCase.id, testCase);
      return [];
    }
    const params = { id: testCase.id, other: `${other.file}:${other.line}` };
    return [NexusError.of("NXC_FIXTURE_DUPLICATE_ID", params, `${testCase.file}:${testCase.line}`)];
  });
}
