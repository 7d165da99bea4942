/**
 * The contracts of this package and their cases, read once for all runs of a process: whoever tests a harness makes many.
 * They are read again when one of their files has changed, since this package may be worked on meanwhile.
 */

import { join } from "node:path";
import fg from "fast-glob";
import { packageRoot } from "../package-root.js";
import type { Case } from "./case.js";
import { type Contract, loadContract } from "./contract.js";
import { contractFixtures, readCases } from "./find-fixtures.js";

interface Read {
  readonly contract: Contract;
  /** What the files were like when they were read. */
  readonly stamp: string;
}

const SHIPPED = join(packageRoot, "conformance");

const read = new Map<string, Read>();
/** Of the contracts that were read here; undefined until somebody asks for them. */
const casesOf = new WeakMap<Contract, readonly Case[] | undefined>();

/**
 * @param folder another one to find contracts in, as loadContract() does
 * @throws NexusError like loadContract()
 */
export function shippedContract(id: string, folder = SHIPPED): Contract {
  const name = join(folder, id);
  const stamp = stampOf(folder);
  const known = read.get(name);
  if (known?.stamp === stamp) return known.contract;
  const contract = loadContract(id, folder === SHIPPED ? undefined : folder);
  read.set(name, { contract, stamp });
  casesOf.set(contract, undefined);
  return contract;
}

/**
 * The cases that a contract ships. Those of somebody else's contract are read each time.
 * @throws NexusError like readCases()
 */
export function ownCases(contract: Contract, cwd: string): readonly Case[] {
  const known = casesOf.get(contract);
  if (known !== undefined) return known;
  const cases = readCases(contractFixtures(contract, cwd), contract);
  if (casesOf.has(contract)) casesOf.set(contract, cases);
  return cases;
}

function stampOf(folder: string): string {
  const files = fg.sync("**/*.{yml,json}", { cwd: folder, stats: true });
  return files
    .map(({ path, stats }) => [path, stats?.ino, stats?.size, stats?.mtimeMs, stats?.ctimeMs].join(" "))
    .join();
}
