import { expect, test } from "vitest";
import type { Finding } from "../finding.js";
import { countFindings, formatFindings } from "./format-findings.js";

const findings: readonly Finding[] = [
  {
    file: "agents/a b/body.md",
    line: 3,
    rule: "neutrality/model",
    level: "error",
    message: '"opus" is a concrete model',
    remedy: "Use model_tier.",
  },
  {
    file: "vocabulary",
    rule: "reference/missing-vocabulary",
    level: "warning",
    message: "100% missing\nhere",
    remedy: "Add it.",
  },
];

test("text: one line each, in the form that editors and terminals link", () => {
  expect(formatFindings(findings.slice(0, 1), "text")).toBe(
    'agents/a b/body.md:3  neutrality/model  "opus" is a concrete model. Use model_tier.\n',
  );
  expect(formatFindings(findings.slice(1), "text")).toMatch(
    /^vocabulary {2}reference\/missing-vocabulary \(warning\) {2}100% missing/,
  );
  expect(formatFindings([], "text")).toBe("");
});

const known: Finding = { ...(findings[1] as Finding), known: true };

test("what a baseline counts is left out of lists for people, and marked in files for tools", () => {
  const both = [...findings.slice(0, 1), known];
  expect(formatFindings(both, "text")).toBe(formatFindings(findings.slice(0, 1), "text"));
  expect(formatFindings(both, "github")).toBe(formatFindings(findings.slice(0, 1), "github"));
  expect(JSON.parse(formatFindings(both, "json"))).toEqual({
    summary: { errors: 1, warnings: 0, known: 1 },
    findings: both,
  });
  const { results } = JSON.parse(formatFindings(both, "sarif")).runs[0];
  expect(results.map(({ suppressions }: { suppressions?: unknown }) => suppressions)).toEqual([
    undefined,
    [{ kind: "external", justification: "Counted in lint-baseline.json." }],
  ]);
  expect(countFindings(both)).toBe("1 error, 1 known");
  expect(countFindings([known])).toBe("no findings, 1 known");
});

test("json: the findings unchanged, with a count", () => {
  expect(JSON.parse(formatFindings(findings, "json"))).toEqual({ summary: { errors: 1, warnings: 1 }, findings });
});

test("github: annotations with their reserved characters escaped", () => {
  expect(formatFindings(findings, "github").split("\n")).toEqual([
    '::error file=agents/a b/body.md,line=3,title=neutrality/model::"opus" is a concrete model. Use model_tier.',
    "::warning file=vocabulary,title=reference/missing-vocabulary::100%25 missing%0Ahere. Add it.",
    "",
  ]);
});

test("sarif: version 2.1.0, with the rules that were broken and places as URIs", () => {
  const log = JSON.parse(formatFindings(findings, "sarif"));
  expect(log.version).toBe("2.1.0");
  const [run] = log.runs;
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    "reference/missing-vocabulary",
    "neutrality/model",
  ]);
  expect(run.results).toEqual([
    {
      ruleId: "neutrality/model",
      ruleIndex: 1,
      level: "error",
      message: { text: '"opus" is a concrete model. Use model_tier.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "agents/a%20b/body.md", uriBaseId: "%SRCROOT%" },
            region: { startLine: 3 },
          },
        },
      ],
    },
    {
      ruleId: "reference/missing-vocabulary",
      ruleIndex: 0,
      level: "warning",
      message: { text: "100% missing\nhere. Add it." },
      locations: [{ physicalLocation: { artifactLocation: { uri: "vocabulary", uriBaseId: "%SRCROOT%" } } }],
    },
  ]);
});

test("the count names both levels, and nothing where there is nothing", () => {
  expect([countFindings(findings), countFindings(findings.slice(1)), countFindings([])]).toEqual([
    "1 error, 1 warning",
    "1 warning",
    "no findings",
  ]);
});
