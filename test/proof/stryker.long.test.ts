/** Stryker changes one source of each reference, and the kit judges the changes. */

import { skipsPostgres } from "@nexus-core/service/testing/postgres";
import { expect, test } from "vitest";
import { findReferences } from "../../scripts/mutation/references.js";
import { judgeChanges } from "../../scripts/stryker/judge-changes.js";
import { strykerScore } from "../../scripts/stryker/record.js";

/** One source is enough to show that its changes reach the kit. That of thread runs on PostgreSQL alone. */
test.for(
  [...findReferences()].flatMap(([contract, { sample, stryker }]) =>
    sample === undefined ? [] : [{ contract, sample, needsPostgres: stryker.some(({ again }) => again !== undefined) }],
  ),
)(
  "the fixtures of $contract find what Stryker changes, of which a draw takes a share",
  { timeout: 300_000 },
  async ({ contract, sample: { source, cases }, needsPostgres }, { skip }) => {
    skip(needsPostgres && skipsPostgres, "PostgreSQL is not installed");
    const record = await judgeChanges({
      contract,
      files: [source],
      jobs: 1,
      within: [`${cases}/**`],
      draw: { commit: "any", percent: 30 },
    });
    const { mutants, found } = strykerScore(record, [source]);
    expect(mutants).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(0);
  },
);
