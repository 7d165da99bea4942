import { NexusError } from "../../base/errors.js";
import { loadContractFrom } from "../contract/contract.js";
import { contractFixtures, readCases } from "../fixture/find-fixtures.js";
import { counterContract } from "./counter-contract.js";

/**
 * The first error line for the author of these fixtures, without the folder, or `accepted`.
 * @param files files that replace those of the counter contract
 */
export function authoringLine(files: Readonly<Record<string, unknown>>): string {
  const folder = counterContract(files);
  const contract = loadContractFrom(folder);
  try {
    readCases(contractFixtures(contract, folder), contract);
  } catch (thrown) {
    return NexusError.from(thrown).line.replaceAll(`${folder}/`, "");
  }
  return "accepted";
}
