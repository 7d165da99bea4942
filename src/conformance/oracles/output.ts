import { lookup, parsePath } from "../../base/json-path.js";
import { faultOf, type SchemaIssue } from "../../base/json-schema.js";
import { once } from "../../base/once.js";
import type { Contract, Operation } from "../contract/contract.js";
import { pathOf } from "../notation/path-of.js";
import { callName } from "../stage/observation.js";
import { failure } from "./failure.js";
import { operationOf } from "./operation-of.js";
import { NOTHING_FOUND, type Oracle, type OracleFindings } from "./oracle.js";
import { carriedFrom } from "./state-issues.js";

/**
 * Checks answers against the output schema of their tool or event. An extra field is only a note, because real harnesses
 * add some. What the state files contained before is ignored, because tools return what is stored. An event may have no
 * answer.
 */
export const outputOracle: Oracle = ({ answered, index, before }, contract, tokens) => {
  // Expensive, and few answers break their schema.
  const carried = once(() => carriedFrom(before, contract, tokens));
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
  carried: () => ReturnType<typeof carriedFrom>,
): OracleFindings {
  const issues = (operation?.checkOutput?.(value) ?? []).filter((issue) => !carried()(issue));
  const broken = issues.filter((issue) => issue.unknownProperty === undefined);
  const isOfOtherForm = broken.length > 0 && hasOnlyUnknownFields(value, issues);
  const failures = broken
    .filter((_, place) => !isOfOtherForm || place === 0)
    .map((issue) => {
      const path = isOfOtherForm ? "$" : pathOf(faultOf(issue));
      const actual = lookup(parsePath(path, name), value);
      return failure(
        "NXC_ORACLE_OUTPUT",
        { call: name, path: pathOf(issue.pointer), problem: issue.message },
        {
          step,
          path,
          ...(actual.found ? { actual: actual.value } : {}),
          allowsType: issue.allowsType === true,
          ...(contract.oracles.output === undefined ? {} : { requirement: contract.oracles.output }),
        },
      );
    });
  const notes = issues
    .flatMap(({ unknownProperty: field, pointer }) => (field === undefined ? [] : [{ field, pointer }]))
    .map(
      ({ field, pointer }) => `${name} returns a field that the contract does not have: ${pathOf(pointer)}.${field}`,
    );
  return { failures, notes };
}

/** Whether an answer has another form altogether, so that nothing in it can be judged. */
function hasOnlyUnknownFields(value: unknown, issues: readonly SchemaIssue[]): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const unknown = issues.flatMap(({ pointer, unknownProperty }) => (pointer === "" ? [unknownProperty] : []));
  return Object.keys(value).every((name) => unknown.includes(name));
}
