import { expect, test } from "vitest";
import type { Finding } from "../finding.js";
import { minimalContent } from "../testing/minimal-content.js";
import { helperSaying } from "./bodies/example-bodies.js";
import {
  applyLintBaseline,
  type Counts,
  newBaselineLine,
  parseLintBaseline,
  updateLintBaseline,
} from "./lint-baseline.js";
import { validateContent } from "./validate-content.js";

const BODY = "agents/helper/body.md";

function finding(level: Finding["level"], rule: string, line: number): Finding {
  return { file: BODY, line, rule, level, message: "wrong", remedy: "Mend it." };
}

function baseline(warnings: Counts, errors?: Counts) {
  return parseLintBaseline(JSON.stringify({ warnings, ...(errors === undefined ? {} : { errors }) }, null, 2));
}

const two = [finding("warning", "body/bare-ban", 3), finding("warning", "body/bare-ban", 7)];

test("as many as are counted are known, and nothing else is said", () => {
  expect(applyLintBaseline(two, baseline({ [BODY]: { "body/bare-ban": 2 } }))).toEqual(
    two.map((one) => ({ ...one, known: true })),
  );
});

test.each([
  [1, { [BODY]: { "body/bare-ban": 1 } }],
  [0, {}],
  [0, { [BODY]: { "body/empty-qualifier": 1 } }],
])("more than the %d that are counted are an error with rule, file and both counts", (count, warnings) => {
  const added = applyLintBaseline(two, baseline(warnings)).filter(({ rule }) => rule === "baseline/exceeded");
  expect(added.map(({ file, level, message }) => [file, level, message])).toEqual([
    [BODY, "error", `this file has 2 warnings of body/bare-ban, and lint-baseline.json counts ${count}`],
  ]);
});

test("one is told as one", () => {
  const [one] = two;
  const messages = (warnings: Counts) =>
    applyLintBaseline(one === undefined ? [] : [one], baseline(warnings)).map(({ message }) => message);
  expect(messages({})).toContain("this file has 1 warning of body/bare-ban, and lint-baseline.json counts 0");
  const gone = applyLintBaseline([], baseline({ [BODY]: { "body/bare-ban": 1 } })).map(({ message }) => message);
  expect(gone).toEqual([`${BODY} has 0 warnings of body/bare-ban, and 1 is counted here`]);
});

test("a new baseline says what it admits", () => {
  const after = "If there was one before, compare them in version control: these counts may have risen.";
  expect(newBaselineLine(baseline({ [BODY]: { "body/bare-ban": 2, "body/words-few": 1 } }))).toBe(
    `lint-baseline.json is new and admits 3 warnings in 1 file. ${after}`,
  );
  expect(newBaselineLine(baseline({}))).toBe(`lint-baseline.json is new and admits 0 warnings. ${after}`);
});

test("where there are more, none is known, since nobody can say which is new", () => {
  const judged = applyLintBaseline(two, baseline({ [BODY]: { "body/bare-ban": 1 } }));
  expect(judged.filter(({ known }) => known === true)).toEqual([]);
});

test("fewer are an error at the line of the count, which says how to lower it", () => {
  expect(applyLintBaseline(two, baseline({ [BODY]: { "body/bare-ban": 3 } })).slice(2)).toEqual([
    {
      file: "lint-baseline.json",
      line: 4,
      pointer: "/warnings/agents~1helper~1body.md/body~1bare-ban",
      rule: "baseline/stale",
      level: "error",
      message: `${BODY} has 2 warnings of body/bare-ban, and 3 are counted here`,
      remedy: "Lower the count: nexus-core validate --update-baseline does it.",
    },
  ]);
  expect(applyLintBaseline([], baseline({ "agents/gone/body.md": { "body/bare-ban": 1 } }))).toHaveLength(1);
});

test("errors have a key of their own, and a warning does not excuse an error", () => {
  const error = finding("error", "body/shared-run", 5);
  expect(applyLintBaseline([error], baseline({}, { [BODY]: { "body/shared-run": 1 } }))).toEqual([
    { ...error, known: true },
  ]);
  expect(applyLintBaseline([error], baseline({}))).toEqual([error]);
  const asWarning = applyLintBaseline([error], baseline({ [BODY]: { "body/shared-run": 1 } }));
  expect(asWarning.map(({ rule, known }) => [rule, known])).toEqual([
    ["body/shared-run", undefined],
    ["baseline/stale", undefined],
  ]);
});

test.each([
  ["{", "NXC_JSON_SYNTAX"],
  ["{}", "NXC_LINT_BASELINE_INVALID"],
  ['{ "warnings": { "a": { "body/bare-ban": 0 } } }', "NXC_LINT_BASELINE_INVALID"],
  ['{ "warnings": {}, "errors": { "a": { "neutrality/model": 1 } } }', "NXC_LINT_BASELINE_INVALID"],
  ['{ "warnings": {}, "errors": { "a": { "text/hidden-character": 1 } } }', "NXC_LINT_BASELINE_INVALID"],
])("%s is refused with its place", (text, code) => {
  expect(() => parseLintBaseline(text)).toThrow(
    expect.objectContaining({ code, where: expect.stringMatching(/^lint-baseline\.json:1/) }),
  );
});

test("an update lowers and drops, and neither raises nor adds", () => {
  const counted = baseline(
    { [BODY]: { "body/bare-ban": 5, "body/empty-qualifier": 2 }, "agents/gone/body.md": { "body/bare-ban": 1 } },
    { [BODY]: { "body/shared-run": 1 } },
  );
  const found = [
    ...two,
    finding("warning", "body/words-few", 1),
    ...[1, 2].map((line) => finding("error", "body/shared-run", line)),
  ];
  expect(JSON.parse(updateLintBaseline(found, counted))).toEqual({
    warnings: { [BODY]: { "body/bare-ban": 2 } },
    errors: { [BODY]: { "body/shared-run": 1 } },
  });
  const few = baseline({ [BODY]: { "body/bare-ban": 1 } });
  expect(JSON.parse(updateLintBaseline(two, few))).toEqual({
    warnings: { [BODY]: { "body/bare-ban": 1 } },
    errors: {},
  });
});

test("a first baseline counts the warnings; errors are entered by hand", () => {
  expect(updateLintBaseline([...two, finding("error", "body/shared-run", 1)], undefined)).toBe(
    `${JSON.stringify({ warnings: { [BODY]: { "body/bare-ban": 2 } }, errors: {} }, null, 2)}\n`,
  );
});

test("content is held to the baseline that lies beside it", () => {
  const vague = helperSaying("Evidence", "- Look properly.");
  const counted = JSON.stringify({ warnings: { [BODY]: { "body/empty-qualifier": 1 } } });
  expect(validateContent(minimalContent(vague)).map(({ known }) => known)).toEqual([undefined]);
  expect(
    validateContent(minimalContent({ ...vague, "lint-baseline.json": counted })).map(({ known }) => known),
  ).toEqual([true]);
  expect(validateContent(minimalContent({ "lint-baseline.json": counted })).map(({ rule }) => rule)).toEqual([
    "baseline/stale",
  ]);
});
