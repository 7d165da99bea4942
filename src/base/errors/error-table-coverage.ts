/** The part of the error table that is about coverage. All but the last are findings of a run, which nobody throws. */

import type { ErrorEntry } from "./error-entry.js";

export const COVERAGE_ERRORS = {
  NXC_COVERAGE_CLAIM: {
    exit: 1,
    message: 'case "{id}" says that it covers {field} of {of}, and none of its assertions touches that',
    remedy: "Assert the field, or take it out of covers.",
  },
  NXC_COVERAGE_CLAIM_UNKNOWN: {
    exit: 1,
    message: 'contract {contract} has no {kind} "{name}"',
    remedy: "{hint}Correct the name in covers.",
  },
  NXC_COVERAGE_STALE: {
    exit: 1,
    message: 'case "{id}" asserts {unit}, so this entry is not true',
    remedy: "Remove the entry from unasserted.",
  },
  NXC_COVERAGE_UNKNOWN: {
    exit: 1,
    message: 'the contract has nothing of kind {kind} that "{of}" names here',
    remedy:
      "Correct the entry of unasserted, or remove it; nexus-conformance coverage --reporter json lists all units.",
  },
  NXC_COVERAGE_BELOW: {
    exit: 1,
    message: "{kind}: {covered} of {total} are covered, {percent} %, which is below {limit} %",
    remedy: "Assert what is listed as not covered, or say in unasserted of contract.yml why nothing can.",
  },
  NXC_COVERAGE_RUN: {
    exit: 1,
    message: "the run itself ended with {verdict}: what its other cases asserted is not covered",
    remedy: "Run nexus-conformance run with the same flags to see why.",
  },
  NXC_COVERAGE_NOT_RECORDED: {
    exit: 2,
    message: "the run has not recorded what its cases asserted",
    remedy: "Plan it with coverage: true.",
  },
} as const satisfies Record<string, ErrorEntry>;
