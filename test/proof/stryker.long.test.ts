/** Stryker changes one source of each reference, with the fixtures as the only tests. */

import { expect, test } from "vitest";
import { findReferences } from "../../scripts/mutation/references.js";
import { strykerScore } from "../../scripts/stryker/record.js";
import { runStryker } from "../../scripts/stryker/run-stryker.js";

/** One source is enough to show that the fixtures and the bundled kit work under Stryker. */
test.each(
  [...findReferences()].flatMap(([contract, { sample }]) => (sample === undefined ? [] : [{ contract, sample }])),
)(
  "the fixtures of $contract find what Stryker changes, of which a draw takes a share",
  async ({ contract, sample: { source, cases } }) => {
    const record = await runStryker({
      contract,
      files: [source],
      jobs: 1,
      cases: [cases],
      draw: { commit: "any", percent: 60 },
    });
    const { mutants, found } = strykerScore(record, [source]);
    expect(mutants).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(0);
    expect(record[source]?.invalid).toBeGreaterThan(0);
    expect(record[source]?.found.flatMap(({ killers }) => killers).length).toBeGreaterThan(0);
  },
  300_000,
);
