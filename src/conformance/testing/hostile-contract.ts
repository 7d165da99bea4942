/** The contract of a counter that may stand in a project which somebody has prepared. */

import type { Report } from "../run/report.js";
import { COUNTER_CONTRACT, counterContract } from "./counter-contract.js";

export const OUTSIDE = COUNTER_CONTRACT.replace(
  "tree: counter.files.named }",
  "tree: counter.files.named, outside: counter.outside, wait: counter.waits }",
).replace(
  "requirements:",
  `requirements:
  - { id: counter.outside, level: MUST, profile: small, text: Nothing around the project changes. }
  - { id: counter.unread, level: MUST, profile: small, text: Nothing around the project is told. }
  - { id: counter.waits, level: MUST, profile: small, text: Nobody waits for a pipe. }`,
);

/** A contract whose cases plant something. */
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
