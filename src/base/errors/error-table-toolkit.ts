/** The part of the error table that speaks of what a harness hands to the toolkit. */

import type { ErrorEntry } from "./error-entry.js";

export const TOOLKIT_ERRORS = {
  NXC_DECISION_EMPTY: {
    exit: 2,
    message: "[d] holds no decision",
    remedy: "Write the decision behind the tag, as in [d] keep the flat layout.",
  },
  NXC_DECISION_ISSUE: {
    exit: 2,
    message: "{reason}; pending are {pending}",
    remedy: "Put the number of a pending issue and a colon in front, as in [d] {example}: the decision.",
  },
  NXC_DECISION_NONE_PENDING: {
    exit: 2,
    message: "no issue of the plan is pending",
    remedy: "Reopen the issue, or add one, before you decide it.",
  },
  NXC_CAPABILITY_UNKNOWN: {
    exit: 2,
    message: 'there is no capability "{capability}"',
    remedy: "{hint}Known capabilities: {known}.",
  },
  NXC_CAPABILITY_UNMAPPED: {
    exit: 2,
    message: "the capability map has nothing for {classes}",
    remedy: "List your tools of each class, or an empty list where you have none.",
  },
  NXC_CATALOG_UNMAPPED: {
    exit: 2,
    message: "the agents cannot all be registered: {problems}",
    remedy: "Complete the capability map, the models and the additions of your harness.",
  },
  NXC_MACRO_SYNTAX: {
    exit: 2,
    message: "{reason}",
    remedy: "Correct the macro; docs/use/harness-guide.md shows the forms.",
  },
  NXC_MACRO_CALL: {
    exit: 2,
    message: "{reason}",
    remedy: "{hint}vocabulary/invocations.yml has the primitives and their parameters.",
  },
  NXC_MACRO_UNMAPPED: {
    exit: 2,
    message: 'the invocation map has nothing for "{primitive}"',
    remedy: "Add it; fallback_behavior in vocabulary/invocations.yml says what to do without such a means.",
  },
  NXC_FORGETTING_POLICY: {
    exit: 2,
    message: "{reason}",
    remedy: "Give at least three of {known}, each as a number from 0; without any, nothing is forgotten.",
  },
} as const satisfies Record<string, ErrorEntry>;
