/** Which faults on purpose the contract's own cases have found, as a campaign has left it beside the contract. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../../errors.js";
import type { Proof as ProofData } from "../../generated/proof.js";
import { parseJson } from "../../located-document.js";
import { readText } from "../../read-text.js";
import { shippedSchema } from "../../shipped-schema.js";
import type { Contract } from "../contract.js";

/** Mutants by the requirement that they break. */
export type Proof = ReadonlyMap<string, readonly string[]>;

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
  const found = Object.entries((value as ProofData).requirements);
  const unknown = found.find(([id]) => !requirements.has(id));
  if (unknown !== undefined) {
    const reason = `there is no requirement ${unknown[0]}`;
    throw NexusError.of("NXC_CONTRACT_INVALID", { reason }, `${path}#/requirements`);
  }
  return new Map(found);
}
