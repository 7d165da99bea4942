import { expect, test } from "vitest";
import type { Finding } from "../../base/finding.js";
import { rootOfPaths } from "./finding-place.js";
import { countFindings, formatFindings } from "./format-findings.js";

const findings: readonly Finding[] = [
  {
    file: "agents/a b/body.md",
    line: 3,
    rule: "neutrality/product",
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
    'agents/a b/body.md:3  neutrality/product  "opus" is a concrete model. Use model_tier.\n',
  );
  expect(formatFindings(findings.slice(1), "text")).toMatch(
    /^vocabulary {2}reference\/missing-vocabulary \(warning\) {2}100% missing/,
  );
  expect(formatFindings([], "text")).toBe("");
});

test("json: the findings unchanged, with a count", () => {
  expect(JSON.parse(formatFindings(findings, "json"))).toEqual({ summary: { errors: 1, warnings: 1 }, findings });
});

test("github: annotations with their reserved characters escaped", () => {
  expect(formatFindings(findings, "github").split("\n")).toEqual([
    '::error file=agents/a b/body.md,line=3,title=neutrality/product::"opus" is a concrete model. Use model_tier.',
    "::warning file=vocabulary,title=reference/missing-vocabulary::100%25 missing\\nhere. Add it.",
    "",
  ]);
});

test("sarif: version 2.1.0, with the rules that were broken and places as URIs", () => {
  const log = JSON.parse(formatFindings(findings, "sarif"));
  expect(log.version).toBe("2.1.0");
  const [run] = log.runs;
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    "reference/missing-vocabulary",
    "neutrality/product",
  ]);
  expect(run.results).toEqual([
    {
      ruleId: "neutrality/product",
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

const located = (file: string): readonly Finding[] => [
  { file, line: 3, rule: "text/encoded", level: "error", message: "It is", remedy: "Go." },
];

const places = [
  ["in the root", { folder: "/repo/site" }, "agents/a b.md", "site/agents/a b.md", "site/agents/a%20b.md"],
  ["the root itself", { folder: "/repo" }, "agents/a.md", "agents/a.md", "agents/a.md"],
  ["named from its parent", { folder: "/repo/site" }, "../a.md", "a.md", "a.md"],
  ["a name that only looks like the parent", { folder: "/repo" }, "..a.md", "..a.md", "..a.md"],
  ["elsewhere", { folder: "/else where" }, "agents/a.md", "/else where/agents/a.md", undefined],
  ["by its absolute path", { folder: "/repo" }, "/other/a.md", "/other/a.md", undefined],
] as const;

test.each(places)("sarif and github count paths from the root: %s", (_, { folder }, file, path, uri) => {
  const base = { folder, root: "/repo" };
  expect(formatFindings(located(file), "github", { base })).toBe(
    `::error file=${path},line=3,title=text/encoded::It is. Go.\n`,
  );
  const [run] = JSON.parse(formatFindings(located(file), "sarif", { base })).runs;
  expect(run.results[0].locations[0].physicalLocation).toEqual({
    // An absolute address has no base: the two together contradict each other.
    artifactLocation: uri === undefined ? { uri: encodeURI(`file://${path}`) } : { uri, uriBaseId: "%SRCROOT%" },
    region: { startLine: 3 },
  });
  expect(run.originalUriBaseIds["%SRCROOT%"].uri).toBe("file:///repo/");
});

test("what came from no file has its place in words", () => {
  const base = { root: "/repo" };
  const findings = located("(standard input)");
  expect(formatFindings(findings, "github", { base })).toBe(
    "::error title=text/encoded::(standard input), line 3: It is. Go.\n",
  );
  const [run] = JSON.parse(formatFindings(findings, "sarif", { base })).runs;
  expect(run.results[0].locations).toEqual([{ message: { text: "(standard input), line 3" } }]);
});

test("every base that a place of the sarif form names is declared, without an address where no root is known", () => {
  const [run] = JSON.parse(formatFindings(findings, "sarif")).runs;
  expect(run.originalUriBaseIds).toEqual({ "%SRCROOT%": { description: { text: expect.any(String) } } });
});

test("the root is the checkout of a workflow where the command starts in it, and else where it starts", () => {
  expect(rootOfPaths("/repo/site", { GITHUB_WORKSPACE: "/repo" })).toBe("/repo");
  expect(rootOfPaths("/repo/site", { GITHUB_WORKSPACE: "/rep" })).toBe("/repo/site");
  expect(rootOfPaths("/repo/site", { GITHUB_WORKSPACE: "" })).toBe("/repo/site");
  expect(rootOfPaths("/repo/site", {})).toBe("/repo/site");
});

test("the count names both levels and skips a level without findings", () => {
  expect([countFindings(findings), countFindings(findings.slice(1)), countFindings([])]).toEqual([
    "1 error, 1 warning",
    "1 warning",
    "no findings",
  ]);
});
