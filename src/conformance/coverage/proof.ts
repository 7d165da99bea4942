/** What faults on purpose have shown of the contract's own cases, as a campaign has left it beside the contract. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { parseJson } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import type { Proof } from "../../generated/proof.js";
import type { Contract } from "../contract/contract.js";

/**
 * @returns nothing where no campaign was kept
 * @throws NexusError NXC_CONTRACT_INVALID for a file that is none, or that names a requirement which is not there
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
