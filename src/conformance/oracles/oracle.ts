import type { Contract } from "../contract/contract.js";
import type { Tokens } from "../notation/file-path.js";
import type { Observation } from "../stage/observation.js";
import type { Failure } from "./failure.js";

/** What an oracle says of a step. Notes are worth a line in the report and fail only a strict run. */
export interface OracleFindings {
  readonly failures: readonly Failure[];
  readonly notes: readonly string[];
}

/** Looks at every step without being asked by a fixture. */
export type Oracle = (observation: Observation, contract: Contract, tokens: Tokens) => OracleFindings;

export const NOTHING_FOUND: OracleFindings = { failures: [], notes: [] };
