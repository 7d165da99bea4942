import { lookup, parsePath } from "../../base/json-path.js";
import { once } from "../../base/once.js";
import type { Contract, Operation } from "../contract/contract.js";
import { pathOf } from "../notation/path-of.js";
import { callName } from "../stage/observation.js";
import { failure } from "./failure.js";
import { operationOf } from "./operation-of.js";
import { NOTHING_FOUND, type Oracle, type OracleFindings } from "./oracle.js";
import { foreignFields } from "./state-issues.js";

/**
 * Checks answers against the output schema of their tool or event. An extra field is only a note, because real harnesses
 * add some. It is not even a note if the state files contained it before, because tools return what is stored. An event may
 * have no answer.
 */
export const outputOracle: Oracle = ({ answered, index, before }, contract, tokens) => {
  // Expensive, and few answers have extra fields.
  const carried = once(() => foreignFields(before, contract, tokens));
  const findings = answered.map(({ call, answer }) => {
    if (answer.kind !== "value" || (call.kind === "event" && answer.value === null)) return NOTHING_FOUND;
    return inspect(callName(call), answer.value, index, contract, operationOf(call, contract), carried);
  });
  return {
    failures: findings.flatMap(({ failures }) => failures),
    notes: findings.flatMap(({ notes }) => notes),
  };
};

function inspect(
  name: string,
  value: unknown,
  step: number,
  contract: Contract,
  operation: Operation | undefined,
  carried: () => ReadonlySet<string>,
): OracleFindings {
  const issues = operation?.checkOutput?.(value) ?? [];
  const failures = issues
    .filter((issue) => issue.unknownProperty === undefined)
    .map((issue) => {
      const path = pathOf(issue.pointer);
      const actual = lookup(parsePath(path, name), value);
      return failure(
        "NXC_ORACLE_OUTPUT",
        { call: name, path, problem: issue.message },
        {
          step,
          path,
          ...(actual.found ? { actual: actual.value } : {}),
          ...(contract.oracles.output === undefined ? {} : { requirement: contract.oracles.output }),
        },
      );
    });
  const notes = issues
    .flatMap(({ unknownProperty: field, pointer }) => (field === undefined ? [] : [{ field, pointer }]))
    .filter(({ field }) => !carried().has(field))
    .map(
      ({ field, pointer }) => `${name} returns a field that the contract does not have: ${pathOf(pointer)}.${field}`,
    );
  return { failures, notes };
}
