import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { packageRoot } from "../../base/package-root.js";
import type { Report } from "../run/report.js";
import { counterAdapter } from "../testing/counter-contract.js";
import { everyStatus, reportOf } from "../testing/reports.js";
import { junit } from "./junit.js";

async function problemsOf(xml: string): Promise<readonly string[]> {
  const schema = readFileSync(join(packageRoot, "test/docs/schemas/junit.xsd"), "utf8");
  const { errors } = await validateXML({
    xml: { fileName: "junit.xml", contents: xml },
    schema: { fileName: "junit.xsd", contents: schema },
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

test("the JUnit schema rejects an invalid report", async () => {
  expect(await problemsOf("<testsuites><testsuite/></testsuites>")).not.toEqual([]);
  expect(await problemsOf("<testsuites>")).not.toEqual([]);
});

test("a good run is valid, and its last test is the verdict", async () => {
  const xml = junit(await reportOf(counterAdapter()));
  expect(await problemsOf(xml)).toEqual([]);
  expect(xml).toContain('tests="7" failures="0" errors="0"');
  expect(xml).toContain('<testcase name="counter 1 / large" classname="counter.verdict" time="0"/>');
});

test("every status gives valid XML, whatever an implementation returns", async () => {
  const xml = junit(await everyStatus());
  expect(await problemsOf(xml)).toEqual([]);
  expect(xml).toContain('<testsuite name="counter.add.sums" tests="3" failures="2" errors="0" skipped="1"');
  expect(xml).toContain(
    "step 2 of 2: .state/counter.json has another value at $.total [NXC_CASE_STATE]\n  violates counter.add.sums\n  expected  5\n  actual    6",
  );
  expect(xml).toContain('<skipped message="known to fail: ');
  expect(xml).toContain('<skipped message="blocked: read was refused in every case: no ]]&gt;');
  expect(xml).toContain('<failure message="the baseline lists this case as failing, but it passes"');
  expect(xml).toContain("no ]]&gt; &lt;b&gt;&amp; \\u{1b}[31m\\u{0} # \\ `` \\n::error::x");
});

test("a requirement that was not observed fails the last test, even if every case passed", async () => {
  const report = await reportOf(counterAdapter());
  const open: Report = {
    ...report,
    verdict: "does-not-conform",
    requirements: report.requirements.map((each) => ({ ...each, status: "not_observed" as const })),
  };
  const xml = junit(open);
  expect(await problemsOf(xml)).toEqual([]);
  expect(xml).toContain(
    '<failure message="Does not conform." type="does-not-conform">not observed: MUST counter.add.sums\n',
  );
});

test("a run in which nothing was judged is an error", async () => {
  const xml = junit(await reportOf(counterAdapter({}, { surfaces: ["tools"] }), { run: ["tick*"] }));
  expect(await problemsOf(xml)).toEqual([]);
  expect(xml).toContain('<error message="Nothing was judged: ');
});
