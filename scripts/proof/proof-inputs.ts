/** The inputs of a proof, their hash and their commit. A changed hash means that the proof is out of date. */

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

/** The files in the folder of a contract that give fixtures their meaning. */
const CONTRACT_FILES = ["*.{yml,json}", "{givens,tool-schemas,state-schemas}/**"];

/**
 * Every command has its errors in one table, and a new row of another command changes nothing that a reference does. The
 * payloads of real tools reach no case.
 */
const NOT_JUDGED = /^src\/base\/errors\/|\/src\/native\//u;

/** A hash over the source of the reference, the contract with its fixtures, and the catalogue of mutants. */
export async function hashOf(contract: string): Promise<string> {
  const hash = createHash("sha256");
  // Hash contents and not paths, so that moving a file keeps the proof.
  for (const digest of (await proofInputs(contract)).map(digestOf).sort()) hash.update(digest);
  return hash.digest("hex");
}

/** The files that a proof covers, by path from the root of the repository. */
export async function proofInputs(contract: string): Promise<readonly string[]> {
  const loaded = loadContract(contract);
  const besides = await fg(CONTRACT_FILES, { cwd: loaded.folder, ignore: ["proof.json"], absolute: true });
  const fixtures = contractFixtures(loaded).map(({ path }) => path);
  const ours = [...besides, ...fixtures].map((path) => relative(packageRoot, path));
  const catalogue = await fg(`${referenceOf(contract).folder}/mutants/*.yml`, { cwd: packageRoot });
  const sources = (await sourcesOf(contract)).filter((path) => !NOT_JUDGED.test(path));
  return [...new Set([...sources, ...ours, ...catalogue])];
}

/**
 * SHA-256 of a text file. For JSON, formatting does not matter.
 * @param file from the root of the repository
 */
export function digestOf(file: string): string {
  const text = readText(join(packageRoot, file), "source", file);
  const content = file.endsWith(".json") ? JSON.stringify(JSON.parse(text)) : text;
  return createHash("sha256").update(content).digest("hex");
}

/**
 * The id of a commit.
 * @param name of a commit in git. By default the current checkout, or outside a repository the version of the package
 * @throws Error when git does not know the commit
 */
export async function commitOf(name?: string): Promise<string> {
  const words = ["rev-parse", "--verify", "--end-of-options", `${name ?? "HEAD"}^{commit}`];
  const outcome = await runGit(packageRoot, words, { asUser: true }).catch(() => undefined);
  if (outcome?.code === 0) return outcome.stdout.trim();
  if (name === undefined) return packageVersion;
  throw new Error(`git knows no commit "${name}"`);
}
