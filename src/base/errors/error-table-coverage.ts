/** The errors of coverage. All but the last are findings of a run and are never thrown. */

import type { ErrorEntry } from "./error-entry.js";

export const COVERAGE_ERRORS = {
  NXC_COVERAGE_CLAIM: {
    exit: 1,
    message: 'case "{id}" claims to cover {field} of {of}, but none of its assertions checks it',
    remedy: "Assert the field, or remove it from covers.",
  },
  NXC_COVERAGE_CLAIM_UNKNOWN: {
    exit: 1,
    message: 'contract {contract} has no {kind} "{name}"',
    remedy: "{hint}Correct the name in covers.",
  },
  NXC_COVERAGE_STALE: {
    exit: 1,
    message: 'case "{id}" asserts {unit}, so this entry is wrong',
    remedy: "Remove the entry from unasserted.",
  },
  NXC_COVERAGE_UNKNOWN: {
    exit: 1,
    message: 'the contract has no unit "{of}" of kind {kind}',
    remedy: "Correct or remove the entry of unasserted. nexus-conformance coverage --reporter json lists all units.",
  },
  NXC_COVERAGE_BELOW: {
    exit: 1,
    message: "{kind}: {covered} of {total} are covered, {percent} %, which is below {limit} %",
    remedy: "Assert what is listed as not covered, or say in unasserted of contract.yml why no case can.",
  },
  NXC_COVERAGE_RUN: {
    exit: 1,
    message: "the run itself ended with {verdict}: what its other cases asserted is not covered",
    remedy: "Run nexus-conformance run with the same flags to see why.",
  },
  NXC_COVERAGE_NOT_RECORDED: {
    exit: 2,
    message: "the run did not record what its cases asserted",
    remedy: "Plan it with coverage: true.",
  },
} as const satisfies Record<string, ErrorEntry>;
