/** A few rounds of `npm run crash -w packages/thread`; docs/maintain/thread-faults.md has the results of many. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crashCampaign } from "./campaign.js";

const folder = () => mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "crash-"));

test("a killed process loses nothing that it acknowledged, and the next process continues", async () => {
  const moments = ["after:6", "before:12", "grown:5"];
  const rounds = await crashCampaign({ folder: folder(), rounds: 3, seed: 1, forms: ["library"], moments });
  expect(rounds.map(({ moment, findings }) => ({ moment, findings }))).toEqual(
    moments.map((moment) => ({ moment, findings: [] })),
  );
  expect(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(0);
});
