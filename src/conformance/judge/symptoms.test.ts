import { expect, test } from "vitest";
import { loadContractFrom } from "../contract/contract.js";
import { html } from "../reporters/html/html.js";
import { markdown } from "../reporters/markdown.js";
import { prettyReporter } from "../reporters/pretty.js";
import { counterContract } from "../testing/counter-contract.js";
import { everyStatus } from "../testing/reports.js";
import type { CaseResult, Symptom } from "./result.js";
import { symptomsIn, symptomsOf } from "./symptoms.js";

const shows = (id: string, ...symptoms: readonly Symptom[]) => ({ case: { id }, symptoms }) as unknown as CaseResult;
const dropped = (operation = "add"): Symptom => ({ kind: "dropped-calls", operation });
const invented = (operation: string, detail = "cached"): Symptom => ({ kind: "invented-fields", operation, detail });

test("two cases may be a coincidence, three are reported as a symptom", () => {
  expect(symptomsOf([shows("a", dropped(), dropped()), shows("b", dropped())])).toEqual([]);
  expect(symptomsOf([shows("a", dropped(), dropped()), shows("b", dropped()), shows("c", dropped())])).toMatchObject([
    { kind: "dropped-calls", cases: ["a", "b", "c"] },
  ]);
});

test("an extra field is a symptom only if three tools have it", () => {
  const one = ["a", "b", "c", "d"].map((id) => shows(id, invented("add"), invented("read")));
  expect(symptomsOf(one)).toEqual([]);
  expect(symptomsOf([...one, shows("e", invented("reset"), invented("reset", "other"))])).toMatchObject([
    { kind: "invented-fields", text: expect.stringContaining('"cached"'), cases: ["a", "b", "c", "d", "e"] },
  ]);
});

const contract = loadContractFrom(counterContract());
const failed = (code: string) => [{ code, message: "", step: 0 }] as never;

/** A call with this answer and these files before and after. */
function seen(tool: string, value: unknown, after: Readonly<Record<string, string>> = {}) {
  const call = { kind: "action", tool, params: {} };
  const files = new Map(Object.entries(after));
  return { answered: [{ call, answer: { kind: "value", value } }], before: new Map(), after: files } as never;
}

const kinds = (observation: never, failures: never, hasNotes = false) =>
  symptomsIn(observation, failures, hasNotes, contract).map(({ kind }) => kind);

test("each kind of symptom is recognized in a step", () => {
  const sum = { total: 3 };
  expect(kinds(seen("add", sum), failed("NXC_CASE_STATE"))).toEqual(["dropped-calls"]);
  expect(kinds(seen("add", sum), failed("NXC_CASE_MISSING_ERROR"))).toEqual(["swallowed-refusals"]);
});

test("an ordinary fault of an implementation is not a symptom", () => {
  const sum = { total: 3 };
  const written = { ".state/counter.json": "{}" };
  // It wrote something, but not the right content.
  expect(kinds(seen("add", sum, written), failed("NXC_CASE_STATE"))).toEqual([]);
  expect(kinds(seen("add", sum, written), failed("NXC_CASE_MISSING_ERROR"))).toEqual([]);
  // Its answer is wrong as well.
  expect(kinds(seen("add", sum), [...failed("NXC_CASE_STATE"), ...failed("NXC_CASE_RETURN")] as never)).toEqual([]);
  // It is not meant to write.
  expect(kinds(seen("read", sum), failed("NXC_CASE_MISSING_ERROR"))).toEqual([]);
  // Its answer has the form of no tool.
  expect(kinds(seen("add", { what: 1 }), failed("NXC_ORACLE_OUTPUT"))).toEqual([]);
});

test("every report for people shows it, without terminal control characters", async () => {
  const text = 'an answer has a field "x\u001b[31m"';
  const report = {
    ...(await everyStatus()),
    symptoms: [{ kind: "invented-fields" as const, text, cases: ["a", "b"] }],
  };
  const lines: string[] = [];
  prettyReporter({ write: (line: string) => lines.push(line), color: false } as never).replay(report);
  expect(lines.join("")).toContain(
    'Look at the adapter first\n  In 2 cases, an answer has a field "x\\u{1b}[31m". The first is a.\n',
  );
  expect(markdown(report)).toMatch(/^> `In 2 cases, an answer has a field/mu);
  expect(html(report)).toContain("In 2 cases, an answer has a field");
});
