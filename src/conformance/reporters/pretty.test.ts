import { expect, test } from "vitest";
import { ERRORS } from "../../base/errors.js";
import type { Adapter } from "../adapters/adapter.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import type { Report } from "../run/report.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { everyStatus, FAULTY } from "../testing/reports.js";
import { prettyReporter } from "./pretty.js";
import { ProgressLine } from "./progress-line.js";
import { unjudgedReasons, verdictWords } from "./wording.js";

const contract = counterContract();

/** The printed report, without the temporary folder. */
async function pretty(adapter: Adapter, options: ConformanceOptions = {}, color = false): Promise<string> {
  const parts: string[] = [];
  const reporter = prettyReporter({ write: (text) => parts.push(text), color });
  await runConformance(adapter, { contract, cwd: contract, ...options, onEvent: (event) => reporter.handle(event) });
  return parts.join("").replaceAll(contract, "COUNTER");
}

test("a run without findings is a few lines", async () => {
  expect(await pretty(counterAdapter())).toBe(`counter 1 / large  counter  in-process

MUST    8 of 8 conform   (source 7 of 7 · ours 1 of 1)
SHOULD  1 of 1 conform
        1 untested, and not counted: counter.add.atomic
Cases   6 passed of 6

Conforms.
`);
});

test("where cases were left out, the verdict speaks of the others", async () => {
  const last = async (options: ConformanceOptions) =>
    (await pretty(counterAdapter(), options)).trim().split("\n").at(-1);
  expect(await last({ run: ["read_*"] })).toMatch(/^What was selected conforms: 2 of \d cases\./u);
  expect(await last({ skip: ["read_*"] })).toMatch(
    /^What was selected conforms as judged: \d of 8 MUST, \d of \d cases\./u,
  );
  expect(await last({ run: ["**"] })).toMatch(/^Conforms\b/u);
});

test("a verdict says how many SHOULD are violated all the same", () => {
  const requirements = { MUST: { total: 8, conforming: 8 }, SHOULD: { violated: 2 } };
  const summary = { requirements } as Report["summary"];
  expect(verdictWords({ verdict: "conforms", summary })).toBe("Conforms, 2 SHOULD violated.");
  expect(verdictWords({ verdict: "conforms-as-judged", summary })).toBe(
    "Conforms as judged: 8 of 8 MUST, 2 SHOULD violated.",
  );
});

test("a finding shows the case, expected and actual value, and the command that runs it alone", async () => {
  const text = await pretty(counterAdapter({ read: () => ({ total: 8, unit: "m" }) }, { version: "0.3.0" }), {
    run: ["read_returns*"],
  });
  expect(text).toBe(`counter 1 / large  counter 0.3.0  in-process

FAILED counter/tools/counter/read_returns_the_total  tools/counter.json:69
  Reading returns what the file holds
  verifies MUST counter.read.total
  • the answer to read has another value at $.total  NXC_CASE_RETURN
      expected  7
      actual    8
  alone: npx nexus-conformance run --contract COUNTER --run read_returns_the_total --adapter in-process

Noted (fails only with --strict)
  read returns a field that the contract does not have: $.unit

MUST    0 of 1 conform · 1 violated
Cases   1 failed of 1

Does not conform.
`);
});

test("steps are counted from one, and an oracle names the violated requirement", async () => {
  const text = await pretty(
    counterAdapter({ add: (params, workspace) => ({ ...(COUNTER["add"]!(params, workspace) as object), total: "5" }) }),
    { run: ["add_twice"] },
  );
  expect(text).toContain("• step 1 of 2: the answer to add breaks its output schema at $.total");
  expect(text).toContain("      violates MUST counter.answers.schema\n");
  expect(text).toMatch(/ 3 not judged: blocked by what is violated \(counter\.\S+, counter\.\S+, counter\.\S+\)\n/u);
});

test("a refusal that blocks everything is told", async () => {
  const refusing = { name: "refusing", open: () => ({ call: () => Promise.reject(new Error("title is unknown")) }) };
  const report = await runConformance(refusing, { run: ["task_add_creates_the_first_task"] });
  expect(unjudgedReasons(report)[0]?.reason).toBe("task_add was refused: title is unknown");
});

test("the report lists what could not be judged and what does not apply", async () => {
  const text = await pretty(counterAdapter({ read: () => new Promise(() => undefined) }, { surfaces: ["tools"] }), {
    timeout: 20,
  });
  expect(text).toContain("3 passed, 2 errored, 1 skipped");
  expect(text).toContain(
    `• read did not answer within 20 ms  NXC_CALL_TIMEOUT\n      ${ERRORS.NXC_CALL_TIMEOUT.remedy}\n`,
  );
  expect(text).toContain("2 not judged: read did not answer within 20 ms (counter.");
  expect(text).toContain("1 not judged: the adapter offers no events (counter.");
});

test("a very long value is shortened, with its length", async () => {
  const text = await pretty(counterAdapter({ read: () => ({ total: "x".repeat(5000) }) }), { run: ["read_returns*"] });
  expect(text).toContain("… (5002 characters)");
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(500);
});

test("colours are escape codes around the same words", async () => {
  const coloured = await pretty(counterAdapter(), {}, true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(await pretty(counterAdapter()));
  expect(coloured).not.toBe(await pretty(counterAdapter()));
});

test("a wrong file is shown as a diff of the step, even if it is JSON on one line", async () => {
  const text = await pretty(FAULTY, { run: ["add_twice"] });
  expect(text).toContain(`  • step 2 of 2: .state/counter.json has another value at $.total  NXC_CASE_STATE
      violates MUST counter.add.sums
      expected  5
      actual    6
  file changes of the step:
      .state/counter.json changed
          {
        -   "total": 2
        +   "total": 6
          }
  alone: `);
});

test("a step that should have written but did not is recognizable", async () => {
  const idle = counterAdapter({ add: ({ by }) => ({ total: by }) });
  expect(await pretty(idle, { run: ["add_twice"] })).toContain("the step changed no file that the contract judges");
});

test("a trace shows the calls, answers and file changes of every step", async () => {
  const text = await pretty(FAULTY, { run: ["add_twice", "read_starts*"], trace: true, timeout: 50 });
  expect(text).toContain(`
  1 → add {"by":2}
    ← {"total":2}
      .state/counter.json created
        + {
        +   "total": 2
        + }
  2 → add {"by":3}
    ← {"total":5}
      .state/counter.json changed
`);
  expect(text).toContain('← refused {"message":"no ]]> <b>& ');
  const passing = await pretty(counterAdapter(), { run: ["read_starts*"], trace: true });
  expect(passing).toContain(
    'PASSED counter/tools/counter/read_starts_at_zero  tools/counter.json:91\n  1 → read {}\n    ← {"total":0}',
  );
});

test("cases that fail for the same cause are explained once", async () => {
  const text = await pretty(counterAdapter({ read: () => new Promise(() => undefined) }), { timeout: 20 });
  expect(text.match(/ERRORED/g)).toHaveLength(1);
  expect(text).toContain(
    "  1 more for the same cause\n    counter/tools/counter/read_returns_the_total: Reading returns what the file holds\n",
  );
});

test("more than two causes are listed, in two lines each, and --verbose shows every case instead", async () => {
  const report = await everyStatus();
  const print = (isVerbose: boolean) => {
    const parts: string[] = [];
    prettyReporter({ write: (text) => parts.push(text), color: false, isVerbose }).replay({
      ...report,
      cases: untraced,
    });
    return parts.join("");
  };
  const untraced = report.cases.map(({ trace: _, ...record }) => record);
  expect(print(false)).toContain(`
Fix first
  ERROR  reset did not answer within 50 ms
         could not be judged  1 case  reset_returns_to_zero
  MUST   read was refused: no ]]> <b>& \\u{1b}[31m\\u{0} # \\ \`\` \\n::error::x
         counter.read.total  1 case, blocks 1  read_returns_the_total
  MUST   .state/counter.json has another value at $.total: expected 5, got 6
         counter.add.sums  1 case  add_twice
`);
  expect(print(false)).toContain("  one alone: npx nexus-conformance run --contract COUNTER --run CASE --adapter ");
  expect(print(false)).not.toContain("FAILED");
  expect(print(true)).toContain("FAILED counter/tools/counter/add_twice");
  expect(print(true)).toMatch(/\d violated\n {2}MUST counter\.add\.sums\n/);
  expect(print(true)).toMatch(/ {2}✗ tools\/counter .*\n {6}failed add_twice\n/);
});

test("the progress line contains no terminal control characters", () => {
  const parts: string[] = [];
  const write = (text: string) => parts.push(text);
  new ProgressLine({ write, color: false, isTerminal: true }).show("a\u001b[2J\n\u202e");
  expect(parts.join("").trimEnd()).toBe("\ra\\u{1b}[2J\\n\\u{202e}");
});

test("a terminal shows a progress line that disappears at the end, a pipe does not", async () => {
  const parts: string[] = [];
  const reporter = prettyReporter({ write: (text) => parts.push(text), color: false, isTerminal: true });
  await runConformance(counterAdapter(), { contract, cwd: contract, onEvent: (event) => reporter.handle(event) });
  const written = parts.join("").replaceAll(contract, "COUNTER");
  expect(written).toContain("\r  2 of 6  add_nothing_is_refused");
  expect(written.replaceAll(/\r[^\r\n]*(?=\r)|\r/g, "")).toBe(await pretty(counterAdapter()));
  expect(await pretty(counterAdapter())).not.toContain("\r");
});

test("a stored report is shown like the run", async () => {
  const parts: string[] = [];
  const reporter = prettyReporter({ write: (text) => parts.push(text), color: false });
  const report = await runConformance(FAULTY, { contract, cwd: contract, timeout: 50 });
  reporter.replay(JSON.parse(JSON.stringify(report)));
  expect(parts.join("").replaceAll(contract, "COUNTER")).toBe(await pretty(FAULTY, { timeout: 50 }));
});

test("a known failure is only counted, but a case that unexpectedly passes is explained", async () => {
  const parts: string[] = [];
  prettyReporter({ write: (text) => parts.push(text), color: false }).replay(await everyStatus());
  const text = parts.join("");
  expect(text).toContain("2 failed, 1 blocked, 1 errored, 1 known to fail, 1 unexpectedly passing, 1 skipped");
  expect(text).toContain("UNEXPECTEDLY PASSING counter/tools/healed/healed");
});
