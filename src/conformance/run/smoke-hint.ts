/** Hints on the likely cause of a failure in a check of an adapter. */

import { ERRORS } from "../../base/errors.js";
import { isOutside } from "../notation/file-path.js";
import type { Failure } from "../oracles/failure.js";

/** @param isEvent whether the failure is of an event, which may go to a hook process */
export function hintFor(failure: Failure, isEvent: boolean): string {
  return (isEvent ? hintOfEvent(failure) : undefined) ?? hintOf(failure);
}

/** Hints that differ for an event that goes to a hook process. */
function hintOfEvent({ code }: Failure): string | undefined {
  switch (code) {
    case "NXC_PROCESS_START":
      return "Check the command under events in the mapping. It is split into words and started without a shell.";
    case "NXC_PROCESS_SILENT":
      return "End the hook after it has read all of its standard input, or set a longer --timeout.";
    case "NXC_PROCESS_DIED":
      return "Look for a crash. A hook must end by itself, with exit code 0, or with another code to refuse.";
    case "NXC_CASE_UNEXPECTED_ERROR":
      return "This event must be accepted in an empty project: any exit code of a hook except 0 is a refusal.";
    default:
      return undefined;
  }
}

function hintOf({ code, file }: Failure): string {
  if (file !== undefined && isOutside(file)) {
    return "It wrote outside its workspace: write only below the folder that open() gets, or in a hidden folder of the home folder.";
  }
  switch (code) {
    case "NXC_CASE_UNEXPECTED_ERROR":
      return "This call must work in an empty project: check the tool name and the parameters that the adapter passes on.";
    case "NXC_CASE_RETURN":
    case "NXC_ORACLE_OUTPUT":
      return "The answer must be plain JSON, neither wrapped nor as text, with the fields of the contract. If yours has other names for them, translate them in the mapping.";
    case "NXC_CASE_STATE":
    case "NXC_CASE_FILE":
    case "NXC_ORACLE_STATE":
    case "NXC_ORACLE_TREE":
      return "Check that the implementation works in the workspace that open() gets, and writes before it answers.";
    default:
      return ERRORS[code].remedy;
  }
}
