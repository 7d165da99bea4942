import { compileGlob } from "../../base/glob.js";
import type { SchemaIssue } from "../../base/json-schema.js";
import { fillTokens } from "../notation/file-path.js";
import { pathOf } from "../notation/path-of.js";
import { callName } from "../stage/observation.js";
import { failure } from "./failure.js";
import { NOTHING_FOUND, type Oracle } from "./oracle.js";
import { issuesIn } from "./state-issues.js";

/**
 * Checks every state file that a call wrote against its schema. The call is only blamed for new issues, not for a file that
 * was broken before or contains fields of another harness.
 */
export const stateOracle: Oracle = ({ step, index, answered, interrupted, before, after }, contract, tokens) => {
  if (answered.length === 0 && !interrupted) return NOTHING_FOUND;
  const states = contract.state.map((state) => ({ state, matches: compileGlob(fillTokens(state.path, tokens)) }));
  const issuesOf = (files: Iterable<readonly [string, string]>) =>
    [...files].flatMap(([file, text]) =>
      states
        .filter(({ matches }) => matches(file))
        .flatMap(({ state }) => issuesIn(state, text).map((issue) => ({ file, issue, key: keyOf(file, issue) }))),
    );
  const found = issuesOf([...after].filter(([file, text]) => before.get(file) !== text));
  if (found.length === 0) return NOTHING_FOUND;
  const known = new Set(issuesOf(before).map(({ key }) => key));
  const failures = found
    .filter(({ key }) => !known.has(key))
    .map(({ file, issue }) =>
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
    );
  return { failures, notes: [] };
};

/** Identifies an issue. Ignores positions in lists and the place of foreign fields, because items may move. */
function keyOf(file: string, issue: SchemaIssue): string {
  return issue.unknownProperty === undefined
    ? `${file} ${issue.pointer.replace(/\/\d+/gu, "/*")} ${issue.keyword}`
    : `unknown ${issue.unknownProperty}`;
}
