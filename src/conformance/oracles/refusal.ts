import type { Contract } from "../contract/contract.js";
import type { Answer } from "../contract/envelope.js";
import { pathOf } from "../notation/path-of.js";
import { callName } from "../stage/observation.js";
import { failure } from "./failure.js";
import { NOTHING_FOUND, type Oracle, type OracleFindings } from "./oracle.js";

type Refused = Extract<Answer, { kind: "error" }>;
type Refusals = NonNullable<Contract["refusals"]>;

/**
 * Checks a refusal against the contract's schema of refusals. A refusal that was thrown in this process or came over lines
 * is first put together from its parts. A plain text fails, because a program cannot act on it.
 */
export const refusalOracle: Oracle = ({ answered, index }, { refusals, oracles: { error } }) => {
  if (refusals === undefined) return NOTHING_FOUND;
  const requirement = error === undefined ? {} : { requirement: error };
  const findings = answered.map(({ call, answer }): OracleFindings => {
    if (answer.kind === "value") return NOTHING_FOUND;
    const name = callName(call);
    const { failures, notes } = inspect(answer, refusals);
    return {
      failures: failures.map(({ path, problem }) =>
        failure(
          "NXC_ORACLE_REFUSAL",
          { call: name, path, problem },
          { step: index, path, actual: answer.raw, ...requirement },
        ),
      ),
      notes: notes.map((path) => `${name} refuses with a field that the contract does not have: ${path}`),
    };
  });
  return {
    failures: findings.flatMap(({ failures }) => failures),
    notes: findings.flatMap(({ notes }) => notes),
  };
};

function inspect({ form, raw, refusal }: Refused, { check, formOf }: Refusals) {
  if (form === "text") return { failures: [{ path: "$", problem: "it is plain text, not JSON" }], notes: [] };
  const issues = check(form === "members" ? formOf(refusal) : raw);
  return {
    failures: issues
      .filter(({ unknownProperty }) => unknownProperty === undefined)
      .map(({ pointer, message }) => ({ path: pathOf(pointer), problem: message })),
    notes: issues.flatMap(({ pointer, unknownProperty: field }) =>
      field === undefined ? [] : [`${pathOf(pointer)}.${field}`],
    ),
  };
}
