import type { Contract } from "../contract/contract.js";
import type { Tokens } from "../notation/file-path.js";
import type { Observation } from "../stage/observation.js";
import { invariantsOracle } from "./invariants.js";
import type { Oracle, OracleFindings } from "./oracle.js";
import { outputOracle } from "./output.js";
import { refusalOracle } from "./refusal.js";
import { stateOracle } from "./state.js";
import { treeOracle } from "./tree.js";

const ORACLES: readonly Oracle[] = [outputOracle, refusalOracle, stateOracle, invariantsOracle, treeOracle];

/** The findings of all oracles about a step. */
export function askOracles(observation: Observation, contract: Contract, tokens: Tokens): OracleFindings {
  const findings = ORACLES.map((oracle) => oracle(observation, contract, tokens));
  return {
    failures: findings.flatMap(({ failures }) => failures),
    notes: findings.flatMap(({ notes }) => notes),
  };
}
