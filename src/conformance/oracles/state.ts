import { compileGlob } from "../../glob.js";
import type { SchemaIssue } from "../../json-schema.js";
import { failure } from "../failure.js";
import { callName } from "../observation.js";
import { fillTokens } from "../tokens.js";
import type { Snapshot } from "../workspace.js";
import { NOTHING_FOUND, type Oracle } from "./oracle.js";
import { pathOf } from "./output.js";
import { issuesIn } from "./state-issues.js";

/**
 * Every state file that a call wrote keeps to its schema. Only what the call brought in is held against it: a file
 * that was broken before, or that carries fields of another harness, is not this implementation's doing.
 */
export const stateOracle: Oracle = ({ step, index, answered, interrupted, before, after }, contract, tokens) => {
  if (answered.length === 0 && !interrupted) return NOTHING_FOUND;
  const known = new Set<string>();
  const states = contract.state.map((state) => ({ state, matches: compileGlob(fillTokens(state.path, tokens)) }));
  for (const { state, matches } of states) {
    for (const [file, text] of before) {
      if (matches(file)) for (const issue of issuesIn(state, text)) known.add(keyOf(file, issue));
    }
  }
  const failures = states.flatMap(({ state, matches }) =>
    changedFiles(before, after, matches).flatMap(([file, text]) =>
      issuesIn(state, text)
        .filter((issue) => !known.has(keyOf(file, issue)))
        .map((issue) =>
          failure(
            "NXC_ORACLE_STATE",
            { call: callName(step), file, path: pathOf(issue.pointer), problem: issue.message },
            {
              step: index,
              file,
              path: pathOf(issue.pointer),
              ...(contract.oracles.state === undefined ? {} : { requirement: contract.oracles.state }),
            },
          ),
        ),
    ),
  );
  return { failures, notes: [] };
};

function changedFiles(before: Snapshot, after: Snapshot, matches: (file: string) => boolean) {
  return [...after].filter(([file, text]) => matches(file) && before.get(file) !== text);
}

/** Where in a list a breach stands does not matter, and a foreign field may move with its plan into history. */
function keyOf(file: string, issue: SchemaIssue): string {
  return issue.unknownProperty === undefined
    ? `${file} ${issue.pointer.replace(/\/\d+/gu, "/*")} ${issue.keyword}`
    : `unknown ${issue.unknownProperty}`;
}
