/** What a proof was made of: the commit, and a hash that no longer fits when something of it has changed. */

import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import fg from "fast-glob";
import { runGit } from "../../src/base/git.js";
import { packageRoot, packageVersion } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { loadContract } from "../../src/conformance/contract/contract.js";
import { contractFixtures } from "../../src/conformance/fixture/find-fixtures.js";
import { sourcesOf } from "../mutation/bundle.js";
import { referenceOf } from "../mutation/references.js";

/** What fixtures are read with, in the folder of a contract. */
const CONTRACT_FILES = ["*.{yml,json}", "{givens,tool-schemas,state-schemas}/**"];

/** A hash over the source of the reference, the contract with its fixtures, and the catalogue of mutants. */
export async function hashOf(contract: string): Promise<string> {
  const hash = createHash("sha256");
  // Only texts count: a file that moves is the same file.
  for (const digest of (await judgedFiles(contract)).map(digestOf).sort()) hash.update(digest);
  return hash.digest("hex");
}

/** Paths of all that a proof is about, from the root of the repository. */
export async function judgedFiles(contract: string): Promise<readonly string[]> {
  const loaded = loadContract(contract);
  const besides = await fg(CONTRACT_FILES, { cwd: loaded.folder, ignore: ["proof.json"], absolute: true });
  const fixtures = contractFixtures(loaded).map(({ path }) => path);
  const ours = [...besides, ...fixtures].map((path) => relative(packageRoot, path));
  const catalogue = await fg(`${referenceOf(contract).folder}/mutants/*.yml`, { cwd: packageRoot });
  return [...new Set([...(await sourcesOf(contract)), ...ours, ...catalogue])];
}

/**
 * SHA-256 of a text file; that of JSON does not depend on its form.
 * @param file from the root of the repository
 */
export function digestOf(file: string): string {
  const text = readText(join(packageRoot, file), "source", file);
  const content = file.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text;
  return createHash("sha256").update(content).digest("hex");
}

/**
 * The id of a commit.
 * @param name as git knows it. Without one: what is checked out, or the version of the package outside a repository
 * @throws Error when git knows no commit of this name
 */
export async function commitOf(name?: string): Promise<string> {
  const words = ["rev-parse", "--verify", "--end-of-options", `${name ?? "HEAD"}^{commit}`];
  const outcome = await runGit(packageRoot, words, { asUser: true }).catch(() => undefined);
  if (outcome?.code === 0) return outcome.stdout.trim();
  if (name === undefined) return packageVersion;
  throw new Error(`git knows no commit "${name}"`);
}
