/** The last proof of a contract, committed as proof.json beside contract.yml. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { definedOnly } from "../../src/base/defined-only.js";
import { loadContract } from "../../src/conformance/contract/contract.js";
import { readProof } from "../../src/conformance/coverage/proof.js";
import type { Proof } from "../../src/generated/proof.js";
import { openCatalogue, openOutsideFaults } from "../mutation/catalogue.js";
import { readMatrix } from "../mutation/matrix.js";
import { referenceOf } from "../mutation/references.js";
import { percent, recallOf, scoreOf } from "../mutation/score.js";
import { readRecord, strykerRecall } from "../stryker/record.js";
import { hashOf } from "./proof-inputs.js";

/**
 * Writes the results of the last campaigns.
 * @returns undefined when no complete campaign has judged the current state of the contract
 */
export async function writeProof(contract: string, today: Date): Promise<Proof | undefined> {
  const matrix = await readMatrix(contract, "mutants");
  if (matrix === undefined) return undefined;
  const { mutants, found, musts, unprovedMusts, unproved, precision } = scoreOf(
    openCatalogue(contract),
    matrix.mutants,
  );
  const outsiders = (await readMatrix(contract, "outside"))?.mutants ?? {};
  const { survivors, ...outside } = recallOf(openOutsideFaults(contract), outsiders);
  const proof: Proof = {
    proof_version: "2.0",
    date: today.toISOString().slice(0, 10),
    commit: matrix.commit,
    hash: matrix.hash,
    mutants: { total: mutants, found },
    must: { total: musts, found: musts - unprovedMusts.length },
    precision: {
      total: mutants,
      found: precision.exact,
      exceptions: Object.fromEntries(precision.exceptions.map(({ mutant, convicted }) => [mutant, [...convicted]])),
    },
    recall: definedOnly({
      stryker: strykerRecall(readRecord(contract), referenceOf(contract)),
      outside,
    }),
    unproved: [...unproved],
  };
  // One line, because only programs read the list of exceptions.
  writeFileSync(proofPath(contract), `${JSON.stringify(proof)}\n`);
  return proof;
}

/** What the proof page may show for a contract: its figures, or that they are out of date. */
export function proofShown(contract: string): { readonly figures: Shown; readonly since: Shown } | undefined {
  const proof = readProof(loadContract(contract));
  if (proof === undefined) return undefined;
  const { date, commit, mutants, must, precision, recall } = proof;
  const at = commit.slice(0, 7);
  const of = (share: Share | undefined) => (share === undefined ? "not measured" : `${share.found} of ${share.total}`);
  const rate = (share: Share | undefined) =>
    share === undefined || share.total === 0 ? "not measured" : `${of(share)} (${percent(share.found / share.total)})`;
  const row = [
    contract,
    date,
    at,
    of(mutants),
    of(must),
    rate(precision),
    rate(recall?.stryker),
    rate(recall?.outside),
  ];
  return {
    figures: { row, exceptions: exceptionRows(contract, proof) },
    since: { row: [contract, `not proved since ${date}`, at, ...row.slice(3).map(() => "")], exceptions: [] },
  };
}

function exceptionRows(contract: string, { precision }: Proof): readonly Row[] {
  const catalogue = openCatalogue(contract);
  const broken = new Map(catalogue.mutants.map(({ id, breaks }) => [id, breaks]));
  const levelled = (id: string) => {
    const level = catalogue.contract.requirements.get(id)?.level ?? "withdrawn";
    return level === "MUST" ? id : `${id} (${level})`;
  };
  return Object.entries(precision?.exceptions ?? {}).map(([id, convicted]) => {
    const breaks = broken.get(id) ?? "";
    const others = convicted.filter((each) => each !== breaks).map(levelled);
    const named =
      others.length > 3 ? `${others.slice(0, 2).join(", ")} and ${others.length - 2} more` : others.join(", ");
    return [id, levelled(breaks), `${convicted.includes(breaks) ? "also " : ""}${named || "nothing"}`];
  });
}

/** Whether the last proof covers the current checkout. */
export async function isProved(contract: string): Promise<boolean> {
  return readProof(loadContract(contract))?.hash === (await hashOf(contract));
}

export type Row = readonly string[];

export interface Shown {
  readonly row: Row;
  /** Mutants that convict something else than what they break. */
  readonly exceptions: readonly Row[];
}

type Share = Proof["must"];

function proofPath(contract: string): string {
  return join(loadContract(contract).folder, "proof.json");
}
