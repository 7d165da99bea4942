import { readFileSync } from "node:fs";
import { join } from "node:path";
import { estimateTokenCount } from "tokenx";
import { expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { checkReport } from "../../report/check-report.js";
import { composeBody, composeParts } from "../../toolkit/compose-body.js";
import { loadManifest } from "../manifest/load-manifest.js";
import { type ComposeOptions, compose } from "./compose.js";

const { agents, skills, vocabulary } = loadManifest();
const ids = [...agents, ...skills].map(({ id }) => id);
const helper = { kind: "agent", id: "helper", category: "do" } as const;
const composed = (body: string, options: ComposeOptions = {}) => compose(body, helper, vocabulary, options).text;

test("ground rules come first and the report form last, unless the body places them", () => {
  const options = { groundRules: "Be kind.", reportForm: "Say it." };
  expect(composed("## Role\n\nYou help.\n", options)).toBe("Be kind.\n\n## Role\n\nYou help.\n\nSay it.\n");
  const placed = "{{report_form}}\n\n## Role\n\nYou help.\n\n{{ground_rules}}\n";
  expect(composed(placed, options)).toBe("Say it.\n\n## Role\n\nYou help.\n\nBe kind.\n");
  expect(composed(placed, { groundRules: "", reportForm: "" })).toBe("## Role\n\nYou help.\n");
  expect(composed("You help.", { groundRules: "standalone", reportForm: "" })).toContain("You answer to whoever");
});

test("operations have the names of the harness, and those of the contract where it has none", () => {
  const options = { operations: { plan_start: "mcp__nexus__plan_start" }, groundRules: "", reportForm: "" };
  expect(composed("Call {{operation plan_start}} and {{operation name=task_list}}.", options)).toBe(
    "Call `mcp__nexus__plan_start` and `task_list`.\n",
  );
});

test("what Lead fills at the call is said with the macro", () => {
  const body = '{{user_question question="Keep <the file>?" options=[{label: Yes, description: "It stays."}]}}';
  expect(composed(body, { groundRules: "", reportForm: "" })).toBe(
    "Ask the user. Offer these answers. Fill in what stands in angle brackets.\n\n> Keep <the file>?\n\n- **Yes**: It stays.\n",
  );
});

test.each(ids)("the report that the form of %s shows keeps every invariant", (id) => {
  const { reportForm, text } = composeParts(id);
  const role = agents.some((agent) => agent.id === id) ? id : "lead";
  expect(text.endsWith(`${reportForm}\n`)).toBe(true);
  expect(checkReport(reportForm, { role })).toEqual([]);
});

test.each(ids)("no sentence of %s breaks when three harnesses put in words of their own", (id) => {
  const kind = agents.some((agent) => agent.id === id) ? "agents" : "skills";
  const body = readFileSync(join(packageRoot, kind, id, "body.md"), "utf8");
  // A phrase is part of a sentence; whole sentences and sections have lines of their own.
  const alone = vocabulary.invocations.filter(({ expands_to }) => expands_to !== "phrase").map((entry) => entry.id);
  for (const [, before = "", primitive = ""] of body.matchAll(/^(.*)\{\{([a-z_]+)/gm)) {
    if (alone.includes(primitive)) expect(`${primitive} behind "${before}"`).toBe(`${primitive} behind ""`);
  }
  const harnesses: readonly ComposeOptions[] = [
    {},
    { operations: Object.fromEntries(["plan_start", "task_list", "task_add"].map((name) => [name, `nx_${name}`])) },
    { invocationMap: Object.fromEntries(alone.map((name) => [name, () => "Use the tool."])), reportForm: "" },
  ];
  for (const options of harnesses) {
    expect(composeBody(id, options)).not.toMatch(/\{\{|undefined|\[object/);
  }
});

test("the report of an engineer whose work went well takes at most 150 tokens", () => {
  const report = {
    report: 1,
    role: "engineer",
    task_id: 4,
    status: "complete",
    summary: "The export holds every row, in a fixed order, and the other two pages are named under findings.",
    criteria: [
      {
        criterion: "an export of 312 rows holds 312 rows",
        result: "claimed",
        evidence: "ran it on the customer's data",
      },
    ],
    checks: [{ what: "suite", how: "project test command", outcome: "passed" }],
    files: { changed: ["src/export.ts", "test/export.test.ts"] },
  };
  expect(checkReport(JSON.stringify(report), { role: "engineer", taskId: 4 })).toEqual([]);
  expect(estimateTokenCount(JSON.stringify(report))).toBeLessThanOrEqual(150);
});
