/** Reads proof.json of a contract: which requirements its cases have proved by finding mutants. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { parseJson } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import type { Proof } from "../../generated/proof.js";
import type { Contract } from "../contract/contract.js";

/**
 * @returns undefined if the contract has no proof.json
 * @throws NexusError NXC_CONTRACT_INVALID for an invalid file, or one that names an unknown requirement
 */
export function readProof({ folder, requirements }: Pick<Contract, "folder" | "requirements">): Proof | undefined {
  const path = join(folder, "proof.json");
  if (!existsSync(path)) return undefined;
  const { value } = parseJson(readText(path, "proof"), path);
  const [issue] = shippedSchema("proof.schema.json")(value);
  if (issue !== undefined) {
    throw NexusError.of("NXC_CONTRACT_INVALID", { reason: issue.message }, `${path}#${issue.pointer}`);
  }
  const proof = value as Proof;
  const unknown = proof.unproved.find((id) => !requirements.has(id));
  if (unknown !== undefined) {
    const reason = `there is no requirement ${unknown}`;
    throw NexusError.of("NXC_CONTRACT_INVALID", { reason }, `${path}#/unproved`);
  }
  return proof;
}
