/** The errors of a case. They are reasons in a report and are never thrown. */

import type { ErrorEntry } from "./error-entry.js";

export const CASE_ERRORS = {
  NXC_CASE_UNEXPECTED_ERROR: {
    exit: 1,
    message: "{call} was refused: {reason}",
    remedy: "An answer was expected here.",
  },
  NXC_CASE_MISSING_ERROR: {
    exit: 1,
    message: "{call} {params} was accepted, but must be refused here",
    remedy: "Refuse the call, and change nothing.",
  },
  NXC_CASE_WRONG_ERROR: {
    exit: 1,
    message: "the refusal of {call} does not have the words that the contract asks for",
    remedy: "Compare the expected and the actual text.",
  },
  NXC_CASE_ERROR_DETAILS: {
    exit: 1,
    message: "the details of the refusal of {call} have {problem} at {path}",
    remedy: "Compare expected and actual.",
  },
  NXC_CASE_RETURN: {
    exit: 1,
    message: "the answer to {call} has {problem} at {path}",
    remedy: "Compare expected and actual.",
  },
  NXC_CASE_CAPTURE: {
    exit: 1,
    message: "the answer to {call} has nothing at {path}, which the case captures as {name}",
    remedy: "Return the value: later steps of the case use it.",
  },
  NXC_CASE_CAPTURED: {
    exit: 1,
    message: "a value that the case has captured cannot be used in its next step: {reason}",
    remedy: "Return a value of the kind that the contract asks for: later steps of the case use it.",
  },
  NXC_CASE_OUTCOMES: {
    exit: 1,
    message: "of {count} calls at once {problem}",
    remedy: "Compare expected and actual.",
  },
  NXC_CASE_REVEALS: {
    exit: 1,
    message: "the answer of {call} contains {text}, which comes from a file outside the project",
    remedy: "Do not read a file through a link that leaves the project, and do not quote one in a refusal.",
  },
  NXC_CASE_WAITED: {
    exit: 1,
    message: "{call} waited for {what}, until the kit ended the wait",
    remedy: "Check what kind of file it is before you open it, and open only regular files.",
  },
  NXC_CASE_STATE: { exit: 1, message: "{file} has {problem} at {path}", remedy: "Compare expected and actual." },
  NXC_CASE_NO_STATE: {
    exit: 1,
    message: "the files are in none of the states that the case allows: {problems}",
    remedy:
      "Change files so that a crash leaves all of the call or nothing: write a new file, then rename it over the old one.",
  },
  NXC_CASE_FILE: { exit: 1, message: "{file} {problem}", remedy: "Compare expected and actual." },
  NXC_CASE_GIT: {
    exit: 1,
    message: "the repository has {problem} at {path}",
    remedy: "Compare expected and actual: branch, commits, head, staged and uncommitted.",
  },
  NXC_CASE_RAW_ERROR: {
    exit: 1,
    message: "{call} ended with an error of its language or system, which is not a refusal: {reason}",
    remedy: "Check the call and the files, and refuse with a message of your own.",
  },
  NXC_CASE_NEVER_WORKS: {
    exit: 1,
    message: "{tool} was refused in every case: {reason}",
    remedy: "Make {tool} work first. The case {first} shows its simplest call.",
  },
  NXC_CASE_VACUOUS: {
    exit: 1,
    message: "{tool} works in no case, so this case proves nothing",
    remedy: "Make {tool} work first. Then the cases count in which it must refuse or change nothing.",
  },
  NXC_CASE_NO_EFFECT: {
    exit: 1,
    message: "event {event} had no answer and no effect in any case, so this case proves nothing",
    remedy: "Make event {event} work first. Then the cases in which it must change nothing count.",
  },
  NXC_CASE_NOTE: {
    exit: 1,
    message: "{problem}",
    remedy: "Return what the contract defines, or run without --strict.",
  },
  NXC_ORACLE_OUTPUT: {
    exit: 1,
    message: "the answer to {call} breaks its output schema at {path}: {problem}",
    remedy: "Return what the contract's tool schema says.",
  },
  NXC_ORACLE_REFUSAL: {
    exit: 1,
    message: "the refusal of {call} breaks the contract's schema of refusals at {path}: {problem}",
    remedy: "Refuse in the form that envelope.error.schema of contract.yml names.",
  },
  NXC_ORACLE_STATE: {
    exit: 1,
    message: "after {call}, {file} breaks its schema at {path}: {problem}",
    remedy: "Write only what the state schema allows.",
  },
  NXC_ORACLE_TREE: {
    exit: 1,
    message: "{call} {change} {file}, which the contract does not let it touch",
    remedy: "Write only the files that the contract names for this tool.",
  },
  NXC_ORACLE_INVARIANT: {
    exit: 1,
    message: "after {call}, {file} breaks the invariant {invariant}: {problem}",
    remedy: "Keep the invariants of the contract at all times.",
  },
} as const satisfies Record<string, ErrorEntry>;
