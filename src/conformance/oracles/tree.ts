import { compileGlob } from "../../glob.js";
import type { Contract, Operation } from "../contract.js";
import { failure } from "../failure.js";
import { callName, type Observation } from "../observation.js";
import { fillTokens, type Tokens } from "../tokens.js";
import { changesBetween } from "../workspace.js";
import type { Oracle } from "./oracle.js";

/** A call touches only the files that the contract names for it, and a refused call touches none. */
export const treeOracle: Oracle = (observation, contract, tokens) => {
  const { step, index, before, after } = observation;
  const allowed = allowedFiles(observation, contract, tokens);
  const ignored = contract.ignore.map((glob) => compileGlob(fillTokens(glob, tokens)));
  const failures = changesBetween(before, after)
    .filter(({ file }) => !allowed(file) && !ignored.some((matches) => matches(file)))
    .map(({ file, change }) =>
      failure(
        "NXC_ORACLE_TREE",
        { call: callName(step), change, file },
        {
          step: index,
          file,
          expected: before.get(file) ?? null,
          actual: after.get(file) ?? null,
          ...(contract.oracles.tree === undefined ? {} : { requirement: contract.oracles.tree }),
        },
      ),
    );
  return { failures, notes: [] };
};

function allowedFiles({ step, answer }: Observation, contract: Contract, tokens: Tokens): (file: string) => boolean {
  if (answer === undefined) return () => true;
  if (answer.kind === "error") {
    // A call that was to succeed is judged by its refusal alone.
    const leaves = step.expect.error?.leaves ?? "anything";
    return () => leaves === "anything";
  }
  const globs = operationOf(step, contract)?.writes?.map((glob) => compileGlob(fillTokens(glob, tokens)));
  return (file) => globs === undefined || globs.some((matches) => matches(file));
}

function operationOf(step: Observation["step"], contract: Contract): Operation | undefined {
  if (step.kind === "action") return contract.tools.get(step.tool);
  return step.kind === "event" ? contract.events.get(step.event) : undefined;
}
