/** The counter contract with requirements for hostile projects. */

import type { Report } from "../run/report.js";
import { COUNTER_CONTRACT, counterContract } from "./counter-contract.js";

export const OUTSIDE = COUNTER_CONTRACT.replace(
  "tree: counter.files.named }",
  "tree: counter.files.named, outside: counter.outside, wait: counter.waits }",
).replace(
  "requirements:",
  `requirements:
  - { id: counter.outside, level: MUST, profile: small, text: Nothing outside the project changes. }
  - { id: counter.unread, level: MUST, profile: small, text: Nothing outside the project leaks. }
  - { id: counter.waits, level: MUST, profile: small, text: No call waits for a pipe. }`,
);

/** A contract whose cases create links, pipes or devices. */
export function hostileContract(...cases: readonly object[]): string {
  return counterContract({ "contract.yml": OUTSIDE, "tools/hostile.json": cases });
}

/** The requirements that a run found violated. */
export function violated({ requirements }: Report): readonly string[] {
  return requirements
    .filter(({ status }) => status === "violated")
    .map(({ id }) => id)
    .sort();
}
