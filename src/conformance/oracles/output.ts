import { failure } from "../failure.js";
import { lookup, parsePath } from "../path.js";
import { NOTHING_FOUND, type Oracle } from "./oracle.js";

/** A good answer keeps to the tool's output schema. A field more than the schema has is a note: real harnesses add some. */
export const outputOracle: Oracle = ({ step, answer, index }, contract) => {
  if (step.kind !== "action" || answer?.kind !== "value") return NOTHING_FOUND;
  const issues = contract.tools.get(step.tool)?.checkOutput?.(answer.value) ?? [];
  const failures = issues
    .filter((issue) => issue.unknownProperty === undefined)
    .map((issue) => {
      const path = pathOf(issue.pointer);
      const actual = lookup(parsePath(path, step.tool), answer.value);
      return failure(
        "NXC_ORACLE_OUTPUT",
        { call: step.tool, path, problem: issue.message },
        {
          step: index,
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
        `${step.tool} returns a field that the contract does not have: ${pathOf(issue.pointer)}.${issue.unknownProperty}`,
    );
  return { failures, notes };
};

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
