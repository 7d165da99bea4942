import { expect, test } from "vitest";
import { definedOnly } from "../../base/defined-only.js";
import type { Finding } from "../../base/finding.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { agentBody } from "../rules/example-bodies.js";
import { validateContent } from "../rules/validate-content.js";
import {
  applyLintBaseline,
  type Counts,
  newBaselineLine,
  parseLintBaseline,
  updateLintBaseline,
} from "./lint-baseline.js";

const BODY = "agents/helper/body.md";

function finding(level: Finding["level"], rule: string, line: number): Finding {
  return { file: BODY, line, rule, level, message: "wrong", remedy: "Mend it." };
}

function baseline(warnings: Counts, errors?: Counts) {
  return parseLintBaseline(JSON.stringify({ warnings, ...definedOnly({ errors }) }, null, 2));
}

const two = [finding("warning", "body/words-many", 3), finding("warning", "body/words-many", 7)];

test("as many as are counted are known, and nothing else is said", () => {
  expect(applyLintBaseline(two, baseline({ [BODY]: { "body/words-many": 2 } }))).toEqual(
    two.map((one) => ({ ...one, known: true })),
  );
});

test.each([
  [1, { [BODY]: { "body/words-many": 1 } }],
  [0, {}],
  [0, { [BODY]: { "text/trailing-space": 1 } }],
])("more than the %d that are counted are an error with rule, file and both counts", (count, warnings) => {
  const added = applyLintBaseline(two, baseline(warnings)).filter(({ rule }) => rule === "baseline/exceeded");
  expect(added.map(({ file, level, message }) => [file, level, message])).toEqual([
    [BODY, "error", `this file has 2 warnings of body/words-many, and lint-baseline.json counts ${count}`],
  ]);
});

test("one is told as one", () => {
  const [one] = two;
  const messages = (warnings: Counts) =>
    applyLintBaseline(one === undefined ? [] : [one], baseline(warnings)).map(({ message }) => message);
  expect(messages({})).toContain("this file has 1 warning of body/words-many, and lint-baseline.json counts 0");
  const gone = applyLintBaseline([], baseline({ [BODY]: { "body/words-many": 1 } })).map(({ message }) => message);
  expect(gone).toEqual([`${BODY} has 0 warnings of body/words-many, and 1 is counted here`]);
});

test("a new baseline says what it admits", () => {
  const after = "If there was one before, compare them in version control: these counts may have risen.";
  expect(newBaselineLine(baseline({ [BODY]: { "body/words-many": 2, "text/line-end": 1 } }))).toBe(
    `lint-baseline.json is new and admits 3 warnings in 1 file. ${after}`,
  );
  expect(newBaselineLine(baseline({}))).toBe(`lint-baseline.json is new and admits 0 warnings. ${after}`);
});

test("with more findings than the baseline counts, all are new", () => {
  const judged = applyLintBaseline(two, baseline({ [BODY]: { "body/words-many": 1 } }));
  expect(judged.filter(({ known }) => known === true)).toEqual([]);
});

test("fewer are an error at the line of the count, which says how to lower it", () => {
  expect(applyLintBaseline(two, baseline({ [BODY]: { "body/words-many": 3 } })).slice(2)).toEqual([
    {
      file: "lint-baseline.json",
      line: 4,
      pointer: "/warnings/agents~1helper~1body.md/body~1words-many",
      rule: "baseline/stale",
      level: "error",
      message: `${BODY} has 2 warnings of body/words-many, and 3 are counted here`,
      remedy: "Lower the count: nexus-core validate --update-baseline does it.",
    },
  ]);
  expect(applyLintBaseline([], baseline({ "agents/gone/body.md": { "body/words-many": 1 } }))).toHaveLength(1);
});

test("errors have a key of their own, and a warning does not excuse an error", () => {
  const error = finding("error", "body/report-example", 5);
  expect(applyLintBaseline([error], baseline({}, { [BODY]: { "body/report-example": 1 } }))).toEqual([
    { ...error, known: true },
  ]);
  expect(applyLintBaseline([error], baseline({}))).toEqual([error]);
  const asWarning = applyLintBaseline([error], baseline({ [BODY]: { "body/report-example": 1 } }));
  expect(asWarning.map(({ rule, known }) => [rule, known])).toEqual([
    ["body/report-example", undefined],
    ["baseline/stale", undefined],
  ]);
});

test.each([
  ["{", "NXC_JSON_SYNTAX"],
  ["{}", "NXC_LINT_BASELINE_INVALID"],
  ['{ "warnings": { "a": { "body/words-many": 0 } } }', "NXC_LINT_BASELINE_INVALID"],
  ['{ "warnings": {}, "errors": { "a": { "neutrality/model": 1 } } }', "NXC_LINT_BASELINE_INVALID"],
  ['{ "warnings": {}, "errors": { "a": { "text/hidden-character": 1 } } }', "NXC_LINT_BASELINE_INVALID"],
])("%s is refused with its place", (text, code) => {
  expect(() => parseLintBaseline(text)).toThrow(
    expect.objectContaining({ code, where: expect.stringMatching(/^lint-baseline\.json:1/) }),
  );
});

test("an update lowers and drops, and neither raises nor adds", () => {
  const counted = baseline(
    { [BODY]: { "body/words-many": 5, "text/trailing-space": 2 }, "agents/gone/body.md": { "body/words-many": 1 } },
    { [BODY]: { "body/report-example": 1 } },
  );
  const found = [
    ...two,
    finding("warning", "text/line-end", 1),
    ...[1, 2].map((line) => finding("error", "body/report-example", line)),
  ];
  expect(JSON.parse(updateLintBaseline(found, counted))).toEqual({
    warnings: { [BODY]: { "body/words-many": 2 } },
    errors: { [BODY]: { "body/report-example": 1 } },
  });
  const few = baseline({ [BODY]: { "body/words-many": 1 } });
  expect(JSON.parse(updateLintBaseline(two, few))).toEqual({
    warnings: { [BODY]: { "body/words-many": 1 } },
    errors: {},
  });
});

test("a first baseline counts the warnings; errors are entered by hand", () => {
  expect(updateLintBaseline([...two, finding("error", "body/report-example", 1)], undefined)).toBe(
    `${JSON.stringify({ warnings: { [BODY]: { "body/words-many": 2 } }, errors: {} }, null, 2)}\n`,
  );
});

test("content is held to the baseline that lies beside it", () => {
  const vague = { [BODY]: agentBody("Look. \nAnd stop.") };
  const counted = JSON.stringify({ warnings: { [BODY]: { "text/trailing-space": 1 } } });
  expect(validateContent(minimalContent(vague)).map(({ known }) => known)).toEqual([undefined]);
  expect(
    validateContent(minimalContent({ ...vague, "lint-baseline.json": counted })).map(({ known }) => known),
  ).toEqual([true]);
  expect(validateContent(minimalContent({ "lint-baseline.json": counted })).map(({ rule }) => rule)).toEqual([
    "baseline/stale",
  ]);
});
