/** Compiles each shipped contract into one file, which the commands read. */

import { packageRoot } from "../../src/base/package-root.js";
import { compiledPath, renderCompiled } from "../../src/conformance/contract/compiled-contract.js";
import { findContracts, loadContract } from "../../src/conformance/contract/contract.js";
import { compileContract } from "../../src/conformance/fixture/compile-contract.js";

/**
 * @returns the files of `dist`, by path below the folder of the package
 * @throws NexusError the first problem in a contract
 */
export function compiledContracts(): ReadonlyMap<string, Buffer> {
  return new Map(
    [...findContracts().keys()].map((id) => [
      compiledPath(id),
      renderCompiled(compileContract(loadContract(id), packageRoot)),
    ]),
  );
}
