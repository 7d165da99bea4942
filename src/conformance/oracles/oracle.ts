import type { Contract } from "../contract/contract.js";
import type { Tokens } from "../notation/file-path.js";
import type { Observation } from "../stage/observation.js";
import type { Failure } from "./failure.js";

/** The findings of an oracle about a step. Notes appear in the report, but fail only a strict run. */
export interface OracleFindings {
  readonly failures: readonly Failure[];
  readonly notes: readonly string[];
}

/** Checks every step, whatever the fixture asserts. */
export type Oracle = (observation: Observation, contract: Contract, tokens: Tokens) => OracleFindings;

export const NOTHING_FOUND: OracleFindings = { failures: [], notes: [] };
