/** The last proof of a contract, as git keeps it: proof.json beside contract.yml. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadContract } from "../../src/conformance/contract/contract.js";
import { readProof } from "../../src/conformance/coverage/proof.js";
import type { Proof } from "../../src/generated/proof.js";
import { openCatalogue } from "../mutation/catalogue.js";
import { readMatrix } from "../mutation/matrix.js";
import { referenceOf } from "../mutation/references.js";
import { percent, scoreOf } from "../mutation/score.js";
import { groupScore, readRecord } from "../stryker/record.js";
import { hashOf } from "./judged.js";

/**
 * Writes what the last campaigns came to.
 * @returns nothing where no whole campaign has judged the contract as it is now
 */
export async function writeProof(contract: string, today: Date): Promise<Proof | undefined> {
  const matrix = await readMatrix(contract);
  if (matrix === undefined) return undefined;
  const score = scoreOf(openCatalogue(contract), matrix.mutants);
  const record = readRecord(contract);
  const groups = referenceOf(contract).groups.flatMap((group) => {
    const judged = groupScore(record, group);
    return judged === undefined ? [] : [[group.id, { total: judged.mutants, found: judged.found }] as const];
  });
  const proof: Proof = {
    proof_version: "2.0",
    date: today.toISOString().slice(0, 10),
    commit: matrix.commit,
    hash: matrix.hash,
    mutants: { total: score.mutants, found: score.found },
    must: { total: score.musts, found: score.musts - score.unprovedMusts.length },
    stryker: Object.fromEntries(groups),
    unproved: [...score.unproved],
  };
  writeFileSync(proofPath(contract), `${JSON.stringify(proof, null, 2)}\n`);
  return proof;
}

/** Everything that the proof page may say of a contract: the figures, or that they no longer hold. */
export function proofRows(contract: string): { readonly figures: Row; readonly since: Row } | undefined {
  const proof = readProof(loadContract(contract));
  if (proof === undefined) return undefined;
  const { date, commit, mutants, must, stryker } = proof;
  const at = commit.slice(0, 7);
  const share = ({ total, found }: Share) => `${found} of ${total}`;
  const scores = Object.entries(stryker).map(([id, { total, found }]) => `${id} ${percent(found / total)} of ${total}`);
  return {
    figures: [contract, date, at, share(mutants), share(must), scores.join(", ") || "not measured"],
    since: [contract, `not proved since ${date}`, at, "", "", ""],
  };
}

/** Whether the last proof is of the checkout as it is. */
export async function isProved(contract: string): Promise<boolean> {
  return readProof(loadContract(contract))?.hash === (await hashOf(contract));
}

export type Row = readonly string[];

type Share = Proof["must"];

function proofPath(contract: string): string {
  return join(loadContract(contract).folder, "proof.json");
}
