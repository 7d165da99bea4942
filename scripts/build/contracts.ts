/** Compiles each shipped contract into one file, which the commands read. */

import { packageRoot } from "../../src/base/package-root.js";
import { compiledPath, renderCompiled } from "../../src/conformance/contract/compiled-contract.js";
import type { Contract } from "../../src/conformance/contract/contract.js";
import { compileContract } from "../../src/conformance/fixture/compile-contract.js";

/**
 * @returns the files of `dist`, by path below the folder of the package
 * @throws NexusError the first problem in a contract
 */
export function compiledContracts(contracts: readonly Contract[]): ReadonlyMap<string, Buffer> {
  return new Map(
    contracts.map((contract) => [compiledPath(contract.id), renderCompiled(compileContract(contract, packageRoot))]),
  );
}
