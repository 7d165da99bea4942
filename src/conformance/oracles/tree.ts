import { compileGlob } from "../../base/glob.js";
import type { Contract } from "../contract/contract.js";
import type { Step } from "../fixture/case.js";
import { fillTokens, isOutside, type Tokens } from "../notation/file-path.js";
import { callName, type Observation } from "../stage/observation.js";
import { changesBetween, type FileChange, type Snapshot } from "../workspace/snapshot.js";
import { type Failure, failure } from "./failure.js";
import { operationOf } from "./operation-of.js";
import type { Oracle } from "./oracle.js";

/**
 * Checks that a call changes only the files that the contract allows, that a refused call changes none, and that no call
 * changes files outside the workspace.
 */
export const treeOracle: Oracle = (observation, contract, tokens) => {
  const { step, index, before, after, leftovers } = observation;
  const allowed = allowedFiles(observation, contract, tokens);
  const ignored = contract.ignore.map((glob) => compileGlob(fillTokens(glob, tokens)));
  const states = contract.state.map(({ path }) => compileGlob(fillTokens(path, tokens)));
  const isState = (file: string) => states.some((matches) => matches(file));
  const mayChange = (file: string) => allowed(file) || ignored.some((matches) => matches(file));
  const changes = changesBetween(before, after)
    .filter(({ file, change }) => !(change === "deleted" && leftovers.has(file) && !isState(file)))
    .filter(({ file }) => isOutside(file) || !mayChange(file));
  const isRefused = observation.answered.every(({ answer }) => answer.kind === "error");
  const interval = { call: callName(step), step: index, before, after, isRefused };
  return { failures: treeFailures(changes, interval, contract), notes: [] };
};

/** Two snapshots, and the call between them. */
interface Interval {
  readonly call: string;
  readonly step: number;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Whether the call was refused. */
  readonly isRefused?: boolean;
}

/** A failure for each change that was not allowed. */
export function treeFailures(
  changes: readonly FileChange[],
  { call, step, before, after, isRefused = false }: Interval,
  { oracles: { tree, refused = tree, outside = tree } }: Contract,
): readonly Failure[] {
  return changes.map(({ file, change }) => {
    const texts = { expected: before.get(file) ?? null, actual: after.get(file) ?? null };
    const requirement = withRequirement(isOutside(file) ? outside : isRefused ? refused : tree);
    return failure("NXC_ORACLE_TREE", { call, change, file }, { step, file, ...texts, ...requirement });
  });
}

function withRequirement(requirement: string | undefined): { readonly requirement?: string } {
  return requirement === undefined ? {} : { requirement };
}

/** Whether any call of the step may change a file. Steps without answers may change everything. */
function allowedFiles({ step, answered }: Observation, contract: Contract, tokens: Tokens): (file: string) => boolean {
  if (answered.length === 0) return () => true;
  const tests = answered.map(({ call, answer }) => {
    if (answer.kind === "error") return leavesAnything(step) ? () => true : () => false;
    const globs = operationOf(call, contract)?.writes?.map((glob) => compileGlob(fillTokens(glob, tokens)));
    return (file: string) => globs === undefined || globs.some((matches) => matches(file));
  });
  return (file) => tests.some((allows) => allows(file));
}

/** If a call should have succeeded, only its refusal is reported, not what it left behind. */
function leavesAnything(step: Step): boolean {
  if (step.kind === "concurrent") return !step.outcomes.someRefused;
  const { errors, either } = step.expect;
  if (either !== undefined) return false;
  return errors.length === 0 || errors.some(({ leaves }) => leaves === "anything");
}
