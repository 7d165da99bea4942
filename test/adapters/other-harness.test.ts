/** A harness that was not made for the contract, judged through the mapping in the documentation. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { runConformance } from "../../src/conformance/engine/run-conformance.js";
import { prettyReporter } from "../../src/conformance/reporters/pretty.js";
import type { Report } from "../../src/conformance/run/report.js";
import type { Config, Mapping } from "../../src/generated/config.js";

const EXAMPLE = join(packageRoot, "docs/use/examples/other-harness/nexus-conformance.config.yml");
const { mapping = {} } = load(readFileSync(EXAMPLE, "utf8")) as Config;
const { offers: _, ...shown } = mapping;

function judge(run: readonly string[], changed: Mapping = shown): Promise<Report> {
  const server = join(packageRoot, "test/adapters/fakes/other-harness.mjs");
  return runConformance(`mcp-stdio:node "${server}"`, { run, mapping: changed, timeout: 30_000 });
}

const said = ({ cases }: Report) =>
  Object.fromEntries(cases.map(({ id, failures }) => [id, failures.map(({ message }) => message)]));

test("some requirements conform, others are violated, and each failure names the wrong value", async () => {
  const report = await judge([
    "plan_decide_records_a_decision",
    "plan_decide_completes_a_plan_of_one_issue",
    "plan_decide_without_a_plan",
    "task_add_creates_the_first_task",
    "task_add_refuses_an_empty_title",
  ]);
  expect(report.verdict).toBe("does-not-conform");
  expect(report.summary.cases).toMatchObject({ total: 5, errored: 0 });
  expect(report.mapping).toEqual(shown);
  const lines: string[] = [];
  const pretty = prettyReporter({ write: (text) => lines.push(text), color: false });
  pretty.replay(report);
  expect(lines[1]).toBe(
    'the mapping supplies task_add with {"acceptance":"not said","owner":"nobody"} if a call lacks it\n',
  );
  expect(said(report)).toMatchInlineSnapshot(`
    {
      "plan_decide_completes_a_plan_of_one_issue": [
        "the answer to plan_decide breaks its output schema at $: "message" is missing",
        "the answer to plan_decide breaks its output schema at $.remaining: [] must not be there",
      ],
      "plan_decide_records_a_decision": [],
      "plan_decide_without_a_plan": [
        "the refusal of plan_decide does not have the words that the contract asks for",
      ],
      "task_add_creates_the_first_task": [],
      "task_add_refuses_an_empty_title": [
        "task_add {"title":"","context":"The plan asks for one in memory"} was accepted, but must be refused here",
      ],
    }
  `);
});

test("without the mapping of fields, the schemas reject the harness's answers", async () => {
  const { result: _, ...unread } = shown;
  const report = await judge(["plan_decide_records_a_decision"], unread);
  expect(said(report)).toMatchInlineSnapshot(`
    {
      "plan_decide_records_a_decision": [
        "the answer to plan_decide breaks its output schema at $.issue: {"id":1,"title":"Where to cache","status":"decided","decision":"In memory"} is not of type string",
      ],
    }
  `);
});

test.each([
  [
    { params: { task_ad: { owner: "x" } } },
    'params names "task_ad", which contract core does not have. Did you mean "task_add"?',
  ],
  [
    { params: { plan_decide: { summary: "decision" } } },
    'params.plan_decide: in the contract, plan_decide has no parameter "summary". There it has issue_id, decision',
  ],
  [
    { result: { task_add: { "$.task.ower": "$.task.owner.role" } } },
    'result.task_add: in the contract, task_add has no field of the answer "$.task.ower". Did you mean "owner"? There it has',
  ],
  [
    { values: { plan_update: { acton: { edit: "modify" } } } },
    'values.plan_update: in the contract, plan_update has no parameter or field of the answer "acton". Did you mean "action"?',
  ],
  [{ supply: { task_add: { title: "x" } } }, 'supply adds "title" to calls of task_add'],
  [{ result: { task_add: { task: "$.a[*]" } } }, '"$.a[*]" is not a path'],
])("a mapping that does not fit the contract is refused: %j", async (wrong, message) => {
  await expect(judge(["task_add_creates_the_first_task"], wrong)).rejects.toThrow(message);
});

test.each([
  { params: { ...shown.params, session_start: { session_id: "sessionId" } } },
  {
    params: { task_add: { ...shown.params?.task_add, "$.kind": "sort" } },
    supply: { task_add: { ...shown.supply?.task_add, kind: { name: "plain" } } },
  },
])(
  "a mapping of what the contract leaves open is accepted, and a supplied value violates nothing: %j",
  async (open) => {
    const { verdict, causes } = await judge(["task_add_creates_the_first_task"], { ...shown, ...open });
    expect({ verdict, causes }).toEqual({ verdict: "conforms-as-judged", causes: [] });
  },
);
