/** The errors of what a harness passes to the toolkit. */

import type { ErrorEntry } from "./error-entry.js";

export const TOOLKIT_ERRORS = {
  NXC_DECISION_EMPTY: {
    exit: 2,
    message: "[d] contains no decision",
    remedy: "Write the decision after the tag, as in [d] keep the flat layout.",
  },
  NXC_DECISION_ISSUE: {
    exit: 2,
    message: "{reason}. The pending issues are {pending}",
    remedy: "Put the number of a pending issue and a colon in front, as in [d] {example}: the decision.",
  },
  NXC_DECISION_NONE_PENDING: {
    exit: 2,
    message: "no issue of the plan is pending",
    remedy: "Reopen or add an issue before you decide it.",
  },
  NXC_CAPABILITY_UNKNOWN: {
    exit: 2,
    message: 'there is no capability "{capability}"',
    remedy: "{hint}Known capabilities: {known}.",
  },
  NXC_CAPABILITY_UNMAPPED: {
    exit: 2,
    message: "the capability map has no entry for {classes}",
    remedy: "List your tools of each class. If you have none, give an empty list.",
  },
  NXC_CATALOG_UNMAPPED: {
    exit: 2,
    message: "some agents cannot be registered: {problems}",
    remedy: "Complete the capability map, the models and the additions of your harness.",
  },
  NXC_MACRO_SYNTAX: {
    exit: 2,
    message: "{reason}",
    remedy: "Correct the macro. docs/use/harness-guide.md shows the forms.",
  },
  NXC_MACRO_CALL: {
    exit: 2,
    message: "{reason}",
    remedy: "{hint}vocabulary/invocations.yml lists the primitives and their parameters.",
  },
  NXC_MACRO_UNMAPPED: {
    exit: 2,
    message: 'the invocation map has no entry for "{primitive}"',
    remedy:
      "Add one. If your harness cannot do this, fallback_behavior in vocabulary/invocations.yml says what to write.",
  },
  NXC_EXPLAIN_ENTRY: {
    exit: 2,
    message: 'there is no agent, skill, entry of the vocabulary or error code "{id}"',
    remedy: "{hint}Requirements and cases are explained by nexus-conformance explain ID.",
  },
  NXC_COMPOSE_UNKNOWN: {
    exit: 2,
    message: 'the manifest has no agent or skill "{id}"',
    remedy: "{hint}Name the folder of your content, and build its manifest if the entry is new: nexus-core build.",
  },
  NXC_FORGETTING_POLICY: {
    exit: 2,
    message: "{reason}",
    remedy: "Give at least three of {known}, each as a number from 0. Without a policy, nothing is forgotten.",
  },
} as const satisfies Record<string, ErrorEntry>;
