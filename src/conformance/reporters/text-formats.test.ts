/** The formats for other services: GitHub, Markdown, a badge, JSON Lines. */

import { expect, test } from "vitest";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { everyStatus, FAULTY, reportOf } from "../testing/reports.js";
import { badge } from "./badge.js";
import { dotReporter } from "./dot.js";
import { annotations, githubReporter } from "./github.js";
import { html } from "./html/html.js";
import { jsonlReporter } from "./jsonl.js";
import { junit } from "./junit.js";
import { markdown } from "./markdown.js";
import { tap } from "./tap.js";
import { requirementsIn } from "./wording.js";

test("annotations name the cause and the file of the adapter, and text of an implementation cannot become a command", async () => {
  const lines = annotations({ ...(await everyStatus()), adapter: "module:./ci/adapter.mjs" })
    .trimEnd()
    .split("\n");
  expect(lines).toContain(
    "::error title=counter.add.sums,file=ci/adapter.mjs::.state/counter.json has another value at $.total%0Aexpected  5%0Aactual    6%0Aalone: npx nexus-conformance run --contract COUNTER --run add_twice --adapter in-process",
  );
  expect(lines.every((line) => /^::(error|warning) /.test(line))).toBe(true);
  expect(lines.join("\n")).toContain("\\n::error::x%0A");
  expect(lines.at(-1)).toMatch(/^::error title=counter 1 \/ large::Does not conform\. Requirements: \d of 8 MUST/);
});

test("a case that violates only SHOULD requirements is a warning", async () => {
  const report = await reportOf(counterAdapter({ read: () => ({ total: 1 }) }), { run: ["read_starts_at_zero"] });
  expect(annotations(report)).toMatch(/^::warning title=counter\.read\.zero::/);
  const configured = { ...report, adapter: "lines:./program", config: "nexus-conformance.config.yml" };
  expect(annotations(configured)).toMatch(/^::warning title=counter\.read\.zero,file=nexus-conformance\.config\.yml::/);
});

test("a line says how many findings GitHub does not show", async () => {
  const report = await everyStatus();
  const [sample] = report.causes;
  const many = { ...report, cases: [], causes: Array.from({ length: 30 }, () => sample!) };
  const lines = annotations(many).trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(10);
  expect(lines[9]).toBe("21 more of this kind are in the summary and in the JSON report.");
});

test("the summary page of a job gets the Markdown", async () => {
  const written: string[] = [];
  const pages: string[] = [];
  const report = await everyStatus();
  githubReporter({
    write: (text) => written.push(text),
    color: false,
    summarize: (page) => pages.push(page),
  }).replay(report);
  expect({ written, pages }).toEqual({ written: [annotations(report)], pages: [markdown(report)] });
});

test("Markdown has the verdict first, then what to fix, then the requirements", async () => {
  const text = markdown(await everyStatus());
  expect(text).toMatch(
    /^## ❌ `counter 1 \/ large`: Does not conform\.\n\n`counter 2\.0\.0`, adapter `in-process`: 8 cases, /,
  );
  expect(text).toContain("| MUST | 1 | 2 | 4 | 1 | 1 |");
  expect(text).toContain("- `MUST counter.add.sums`");
  expect(text).toContain("- `SHOULD counter.read.zero: blocked by counter.read.total (1 case)`");
  expect(text).toContain("```text\nexpected  5\nactual    6\n```");
  expect(text).toContain("`counter/tools/healed/healed` passes, although the baseline lists it as failing.");
  const outsideOfCode = text.replaceAll(/^(```+)[\s\S]*?^\1$|<code>[^<\n]*<\/code>/gm, "");
  expect(outsideOfCode).not.toMatch(/<b>&|\n::error|\[31m/);
});

test("Markdown of a good run is short", async () => {
  expect(markdown(await reportOf(counterAdapter()))).toBe(`## ✅ \`counter 1 / large\`: Conforms.

\`counter\`, adapter \`in-process\`: 6 cases, 6 passed.

| requirements | conforming | violated | not observed | not applicable | untested |
|---|--:|--:|--:|--:|--:|
| MUST | 8 | 0 | 0 | 0 | 1 |
| MUST, source | 7 | 0 | 0 | 0 | 0 |
| MUST, ours | 1 | 0 | 0 | 0 | 1 |
| SHOULD | 1 | 0 | 0 | 0 | 0 |

<details><summary>Untested, and not counted: 1</summary>

- \`MUST counter.add.atomic: no fixture can crash it yet\`

</details>
`);
});

test.each([
  [counterAdapter(), {}, { message: "conforms (large)", color: "brightgreen" }],
  [FAULTY, {}, { message: "1 of 8 MUST (large)", color: "red" }],
  [counterAdapter({}, { surfaces: ["tools"] }), { run: ["tick*"] }, { message: "nothing judged", color: "lightgrey" }],
  [
    counterAdapter({}, { open: () => Promise.reject(new Error("no")) }),
    {},
    { message: "adapter error", color: "orange", isError: true },
  ],
])("the badge tells the verdicts apart (%#)", async (adapter, options, shown) => {
  expect(JSON.parse(badge(await reportOf(adapter, options)))).toEqual({
    schemaVersion: 1,
    label: "counter 1",
    ...shown,
  });
});

test("JSON Lines are written during the run, and a stored report gives the same lines", async () => {
  const live: string[] = [];
  const reporter = jsonlReporter({ write: (text) => live.push(text), color: false });
  const report = await runConformance(counterAdapter(), {
    contract: counterContract(),
    onEvent: (event) => reporter.handle(event),
  });
  const events = live.map((line) => JSON.parse(line) as { type: string; case?: object });
  expect(events.map(({ type }) => type)).toEqual([
    "run-started",
    ...report.cases.flatMap(() => ["case-started", "case-finished"]),
    "run-finished",
  ]);
  expect(events.flatMap((event) => event.case ?? [])).toEqual(JSON.parse(JSON.stringify(report.cases)));

  const replayed: string[] = [];
  jsonlReporter({ write: (text) => replayed.push(text), color: false }).replay(report);
  expect(replayed).toEqual(live.filter((line) => !line.startsWith('{"type":"case-started"')));
});

test("a requirement that is blocked names what blocks it, and in how many cases", () => {
  const requirement = { origin: "source", level: "MUST", text: "", status: "not_observed" } as const;
  const requirements = [{ ...requirement, cases: [], id: "a", blocked: { by: "b", cases: 2 } }];
  expect(requirementsIn({ requirements }, "not_observed")).toEqual(["MUST a: blocked by b (2 cases)"]);
});

test("the HTML report says of a case and of a requirement what blocks them", async () => {
  const page = html(await everyStatus());
  expect(page).toContain("<p>read was refused in every case: no ]]&gt;");
  expect(page).toContain('<span class="dim">blocked by counter.read.total (1 case)</span>');
});

test("the dot format prints a character per case, and then the findings", async () => {
  const parts: string[] = [];
  dotReporter({ write: (text) => parts.push(text), color: false }).replay(await everyStatus());
  expect(parts.join("")).toMatch(/^F.FB-Ek!\n\n/);
  expect(parts.join("")).toContain("Does not conform.  --verbose shows ");
});

test("a case excused by the baseline is neither passed nor failed in any format", async () => {
  const baseline = { file: "known.yml", failing: 1, flaky: 0, holds: true, findings: [] };
  const report = { ...(await reportOf(FAULTY)), baseline };
  const excuse = "All failures are known: see known.yml.";
  expect(tap(report)).toContain(`not ok 7 - verdict: Does not conform. # TODO ${excuse}\n`);
  expect(junit(report)).toContain(`<skipped message="Does not conform. ${excuse}">`);
  expect(annotations(report).trimEnd().split("\n").at(-1)).toMatch(/^::warning .* All failures are known/);
  expect(markdown(report)).toContain("> `All failures are known: see known.yml.`");
});

test("a baseline that does not hold fails a conforming run, and the report says where", async () => {
  const finding = { code: "NXC_BASELINE_STALE", place: "known.yml:2", message: "it passes", remedy: "Drop it." };
  const baseline = { file: "known.yml", failing: 1, flaky: 0, holds: false, findings: [finding] };
  const report = { ...(await reportOf(counterAdapter())), baseline };
  expect(tap(report)).toContain("not ok 7 - verdict: Conforms.\n");
  expect(junit(report)).toContain('<failure message="Conforms. known.yml:2: it passes. Drop it."');
  expect(annotations(report)).toMatch(/^::error title=counter 1 \/ large::Conforms\. .* known\.yml:2: it passes/);
});
