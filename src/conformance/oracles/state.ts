import { lookup, parsePath } from "../../base/json-path.js";
import { faultOf, placeOf } from "../../base/json-schema.js";
import { pathOf } from "../notation/path-of.js";
import { callName } from "../stage/observation.js";
import { failure } from "./failure.js";
import { inheritedFrom } from "./inherited.js";
import { NOTHING_FOUND, type Oracle } from "./oracle.js";
import { parseStateFile } from "./state-file.js";
import { stateIssues } from "./state-issues.js";

/**
 * Checks every state file that a call wrote against its schema. The call is only blamed for issues that it introduced, not
 * for what older versions or other harnesses left in the files, wherever the call moved it.
 */
export const stateOracle: Oracle = ({ step, index, answered, interrupted, before, after }, contract, tokens) => {
  // Whether a full disk may cut a file is for the requirement that the case is about.
  const isCut = interrupted && answered.length > 0;
  if (isCut || (answered.length === 0 && !interrupted)) return NOTHING_FOUND;
  const written = [...after].filter(([file, text]) => before.get(file) !== text);
  const found = stateIssues(written, contract, tokens);
  if (found.length === 0) return NOTHING_FOUND;
  const isInherited = inheritedFrom(before, stateIssues(before, contract, tokens), found);
  const failures = found
    .filter((each) => !isInherited(each))
    .map(({ file, issue }) => {
      const isExtra = issue.unknownProperty !== undefined;
      const path = pathOf(isExtra ? placeOf(issue) : faultOf(issue));
      const actual = lookup(parsePath(path, path), parseStateFile(file, after.get(file) ?? "")?.value);
      return failure(
        "NXC_ORACLE_STATE",
        { call: callName(step), file, path: pathOf(issue.pointer), problem: issue.message },
        {
          step: index,
          file,
          path,
          ...(isExtra ? { isExtra } : {}),
          ...(actual.found ? { actual: actual.value } : {}),
          allowsType: issue.allowsType === true,
          ...(contract.oracles.state === undefined ? {} : { requirement: contract.oracles.state }),
        },
      );
    });
  return { failures, notes: [] };
};
