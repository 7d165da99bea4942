import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { runConformance } from "../engine/run-conformance.js";
import { exitCodeOf } from "../run/outcome.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";

const contract = counterContract();
const now = new Date("2026-06-15T12:00:00Z");

/** Claims to reset, but does not. */
const wrong = counterAdapter({ reset: () => ({ total: 0 }) });

async function judge(baseline: string, adapter = wrong) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "known.yml": baseline });
  const report = await runConformance(adapter, { contract: `${contract}/`, baseline: "known.yml", cwd, now });
  return {
    report,
    exit: exitCodeOf(report),
    status: (id: string) => report.cases.find((each) => each.id === id)?.status,
    findings: report.baseline?.findings.map(({ place, message }) => `${place}: ${message}`),
  };
}

test("a known failure does not fail the run, but the implementation is not called conforming", async () => {
  const { report, exit, status, findings } = await judge(
    "failing:\n  - case: reset_returns_to_zero\n    step: 0\n    reason: keeps the total\n    issue: https://example.com/7\n",
  );
  expect({ exit, status: status("reset_returns_to_zero"), findings }).toEqual({
    exit: 0,
    status: "known_failing",
    findings: [],
  });
  expect(report.verdict).toBe("does-not-conform");
  expect(report.summary.cases).toMatchObject({ failed: 0, known_failing: 1 });
  expect(report.requirements.find(({ id }) => id === "counter.reset.zero")).toMatchObject({
    status: "violated",
    known: true,
  });
  expect(report.baseline).toEqual({ file: "known.yml", failing: 1, flaky: 0, holds: true, findings: [] });
  expect(report.cases.find(({ id }) => id === "reset_returns_to_zero")?.known).toEqual({
    list: "failing",
    place: "known.yml:2",
    reason: "keeps the total",
    issue: "https://example.com/7",
  });
});

test("a new failure beside a known one fails the run", async () => {
  const worse = counterAdapter({ reset: () => ({ total: 0 }), read: () => ({ total: -1 }) });
  const { report, exit } = await judge("failing:\n  - { case: reset_returns_to_zero, reason: known }\n", worse);
  expect(exit).toBe(1);
  expect(report.baseline).toMatchObject({ holds: false, findings: [] });
});

test.each([
  ["that passes", "  - { case: read_starts_at_zero, reason: old }", 'case "read_starts_at_zero" passes'],
  [
    "of another step",
    "  - { case: reset_returns_to_zero, step: 1, reason: x }",
    'case "reset_returns_to_zero" fails in step 0, but this entry expects step 1',
  ],
  [
    "whose day is over",
    "  - { case: reset_returns_to_zero, reason: x, expires: 2026-06-14 }",
    'this entry for case "reset_returns_to_zero" expired on 2026-06-14',
  ],
  ["of no case", "  - { case: reset_returns, reason: x }", 'there is no case "reset_returns"'],
])("an entry %s fails the run with its line", async (_, entry, message) => {
  const { exit, findings } = await judge(`# ours\nfailing:\n${entry}\n`);
  expect(exit).toBe(1);
  expect(findings?.[0]).toContain(`known.yml:3: ${message}`);
});

test("a stale entry fails the run of a conforming implementation, and an expired entry excuses nothing", async () => {
  const stale = await judge("failing:\n  - { case: reset_returns_to_zero, reason: x }\n", counterAdapter());
  expect(stale).toMatchObject({ exit: 1, report: { verdict: "conforms" } });
  expect(stale.status("reset_returns_to_zero")).toBe("unexpectedly_passing");
  expect(
    (await judge("failing:\n  - { case: reset_returns_to_zero, reason: x, expires: 2026-06-14 }\n")).status(
      "reset_returns_to_zero",
    ),
  ).toBe("failed");
  expect((await judge("failing:\n  - { case: reset_returns_to_zero, reason: x, expires: 2026-06-15 }\n")).exit).toBe(0);
});

test("a flaky case may pass or fail", async () => {
  const flaky = "flaky:\n  - { case: reset_returns_to_zero, reason: depends on the hour }\n";
  expect(await judge(flaky)).toMatchObject({ exit: 0, report: { verdict: "does-not-conform" } });
  const passing = await judge(flaky, counterAdapter());
  expect(passing).toMatchObject({ exit: 0, report: { verdict: "conforms" }, findings: [] });
  expect(passing.status("reset_returns_to_zero")).toBe("passed");
});

test("a known hang does not make the run an adapter error", async () => {
  const hanging = counterAdapter({ reset: () => new Promise(() => undefined) });
  const cwd = temporaryFolder();
  writeFiles(cwd, { "known.yml": "failing:\n  - { case: reset_returns_to_zero, reason: hangs }\n" });
  const options = { contract: `${contract}/`, baseline: join(cwd, "known.yml"), timeout: 50 };
  const report = await runConformance(hanging, options);
  expect(report).toMatchObject({ verdict: "does-not-conform", baseline: { holds: true } });
  expect(report.requirements.find(({ id }) => id === "counter.reset.zero")).toMatchObject({
    status: "not_observed",
    known: true,
  });
});

test.each([
  ["failing:\n  - case: reset_returns_to_zero\n", 'known.yml:2#/failing/0: "reason" is missing'],
  ["failing:\n  - { case: a, reason: x, expire: 2026-01-01 }\n", 'unknown property "expire". Did you mean "expires"?'],
  ["failing:\n  - { case: a, reason: x, expires: 2026-02-31 }\n", '"2026-02-31" must match format "date"'],
  [
    "failing:\n  - { case: a, reason: x }\nflaky:\n  - { case: a, reason: y }\n",
    'case "a" is already listed in line 2',
  ],
  ["failing: [", "not valid YAML"],
])("a baseline that cannot be used is refused with its place: %j", async (text, message) => {
  await expect(judge(text)).rejects.toMatchObject({ exitCode: 2, line: expect.stringContaining(message) as string });
});
