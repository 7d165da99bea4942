/** Stryker changes one source of each reference, and the kit judges the changes. */

import { expect, test } from "vitest";
import { findReferences } from "../../scripts/mutation/references.js";
import { judgeChanges } from "../../scripts/stryker/judge-changes.js";
import { strykerScore } from "../../scripts/stryker/record.js";

/** One source is enough to show that its changes reach the kit. */
test.each(
  [...findReferences()].flatMap(([contract, { sample }]) => (sample === undefined ? [] : [{ contract, sample }])),
)(
  "the fixtures of $contract find what Stryker changes, of which a draw takes a share",
  async ({ contract, sample: { source, cases } }) => {
    const record = await judgeChanges({
      contract,
      files: [source],
      jobs: 1,
      within: [`${cases}/**`],
      draw: { commit: "any", percent: 60 },
    });
    const { mutants, found } = strykerScore(record, [source]);
    expect(mutants).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(0);
  },
  300_000,
);
