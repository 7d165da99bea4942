/** Stryker over one source of each reference, with the fixtures as the only tests. */

import { expect, test } from "vitest";
import { strykerScore } from "../../scripts/stryker/record.js";
import { runStryker } from "../../scripts/stryker/run-stryker.js";

/** Few changes, and all are found: the fixtures that are made for the source, and the kit, work under Stryker. */
test.each([
  ["core", "packages/harness/src/tools/archive.ts", "core/tools/plan-start*"],
  ["thread", "packages/thread/src/identity/identifier.ts", "thread/identity/*"],
])(
  "the fixtures of %s find what Stryker changes",
  async (contract, file, cases) => {
    const record = await runStryker({ contract, files: [file], jobs: 1, cases: [cases] });
    const { mutants, found } = strykerScore(record, [file]);
    expect(mutants).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(0);
    expect(record[file]?.found.flatMap(({ killers }) => killers).length).toBeGreaterThan(0);
  },
  300_000,
);
