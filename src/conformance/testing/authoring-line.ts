import { NexusError } from "../../base/errors.js";
import { loadContractFrom } from "../contract/contract.js";
import { contractFixtures, readCases } from "../fixture/find-fixtures.js";
import { counterContract } from "./counter-contract.js";

/**
 * The line that an author of fixtures sees, without the folder; `accepted` where nothing is wrong.
 * @param files of the counter's contract, in the place of its own
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
