import type { Contract } from "../contract.js";
import { failure } from "../failure.js";
import { lookup, parsePath } from "../path.js";
import { NOTHING_FOUND, type Oracle, type OracleFindings } from "./oracle.js";

/** A good answer keeps to the tool's output schema. A field more than the schema has is a note: real harnesses add some. */
export const outputOracle: Oracle = ({ answered, index }, contract) => {
  const findings = answered.map(({ call, answer }) =>
    call.kind === "action" && answer.kind === "value"
      ? inspect(call.tool, answer.value, index, contract)
      : NOTHING_FOUND,
  );
  return {
    failures: findings.flatMap(({ failures }) => failures),
    notes: findings.flatMap(({ notes }) => notes),
  };
};

function inspect(tool: string, value: unknown, step: number, contract: Contract): OracleFindings {
  const issues = contract.tools.get(tool)?.checkOutput?.(value) ?? [];
  const failures = issues
    .filter((issue) => issue.unknownProperty === undefined)
    .map((issue) => {
      const path = pathOf(issue.pointer);
      const actual = lookup(parsePath(path, tool), value);
      return failure(
        "NXC_ORACLE_OUTPUT",
        { call: tool, path, problem: issue.message },
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
        `${tool} returns a field that the contract does not have: ${pathOf(issue.pointer)}.${issue.unknownProperty}`,
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
