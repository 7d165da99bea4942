import type { Contract, Operation } from "../contract.js";
import { failure } from "../failure.js";
import { callName } from "../observation.js";
import { lookup, parsePath } from "../path.js";
import { NOTHING_FOUND, type Oracle, type OracleFindings } from "./oracle.js";

/**
 * A good answer keeps to the output schema of its tool or event. A field more than the schema has is a note: real
 * harnesses add some. An event may be answered by nothing at all.
 */
export const outputOracle: Oracle = ({ answered, index }, contract) => {
  const findings = answered.map(({ call, answer }) => {
    if (answer.kind !== "value" || (call.kind === "event" && answer.value === null)) return NOTHING_FOUND;
    const operation = call.kind === "action" ? contract.tools.get(call.tool) : contract.events.get(call.event);
    return inspect(callName(call), answer.value, index, contract, operation);
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
    .filter((issue) => issue.unknownProperty !== undefined)
    .map(
      (issue) =>
        `${name} returns a field that the contract does not have: ${pathOf(issue.pointer)}.${issue.unknownProperty}`,
    );
  return { failures, notes };
}

/** A JSON pointer in the path dialect of fixtures, which is how the rest of a report speaks. */
export function pathOf(pointer: string): string {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return `$${tokens
    .map((token) => {
      if (/^\d+$/u.test(token)) return `[${token}]`;
      return /^[^.[\]\s'"*?]+$/u.test(token) ? `.${token}` : `['${token.replace(/['\\]/gu, "\\$&")}']`;
    })
    .join("")}`;
}
