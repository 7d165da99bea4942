import { expect, test } from "vitest";
import { authoringCheck } from "../../base/authoring-schemas.js";
import { loadManifest } from "../../content/manifest/load-manifest.js";
import { ENGINEER, REVIEWER, TESTER } from "./examples.js";
import { REPORT_ROLES } from "./roles.js";

const issuesOf = (value: unknown) =>
  authoringCheck("nexus-report.schema.json")(value).map(({ pointer, message }) => `${pointer} ${message}`);

const lead = (part: object) => {
  const { tester: _, ...rest } = TESTER;
  return { ...rest, role: "lead", verdict: null, ...part };
};
const setup = { scope: "project", topics: [], skipped: [], not_offered: [], knowledge_start: "nx-init named" };
const sync = { scanned: [], changed: [], unchanged: [], needs_verification: [] };

test.each([
  ["tester", TESTER],
  ["engineer", ENGINEER],
  ["reviewer", REVIEWER],
  ["lead", lead({ "nx-setup": setup })],
])("a whole report of %s has the form", (_, report) => {
  expect(issuesOf(report)).toEqual([]);
});

test("the roles are those of the schema, and the agents of the manifest with Lead", () => {
  expect(issuesOf({ ...TESTER, role: "testr" })).toEqual([
    `/role "testr" is not one of ${REPORT_ROLES.map((role) => JSON.stringify(role)).join(", ")}. Did you mean "tester"?`,
  ]);
  const agents = loadManifest().agents.map(({ id }) => id);
  expect([...REPORT_ROLES].sort()).toEqual([...agents, "lead"].sort());
});

test.each([
  [
    "a key that the form does not have",
    { ...TESTER, verdcit: "FAIL" },
    [/^ unknown property "verdcit"\. Did you mean "verdict"/],
  ],
  ["a key in a part", { ...TESTER, tester: { missing_tests: [], note: "" } }, [/^\/tester unknown property "note"/]],
  ["the part of another role", { ...TESTER, engineer: ENGINEER.engineer }, [/^\/engineer .* must not be there/]],
  ["no part of its own", { ...TESTER, tester: undefined }, []],
  [
    "a verdict of another role",
    { ...TESTER, verdict: "APPROVED" },
    [/^\/verdict "APPROVED" is not one of "PASS", "FAIL", null/],
  ],
  ["a verdict of a maker", { ...ENGINEER, verdict: "PASS" }, [/^\/verdict "PASS" is not one of null/]],
  ["a finished check without a verdict", { ...TESTER, verdict: null }, [/^\/verdict null is not of type string/]],
  ["a check that could not be made", { ...TESTER, verdict: null, status: "partial" }, []],
  ["a long summary", { ...TESTER, summary: "x".repeat(301) }, [/^\/summary .* must NOT have more than 300 characters/]],
  ["a long excerpt", { ...TESTER, suspect_content: [{ where: "a:1", excerpt: "x".repeat(121) }] }, [/more than 120/]],
  ["no task", { ...TESTER, task_id: "4" }, [/^\/task_id "4" is not of type integer or null/]],
  ["an absolute path", { ...TESTER, files: { changed: [], artifacts: ["/tmp/a.md"] } }, [/^\/files\/artifacts\/0 /]],
  [
    "a path that leaves the project",
    { ...TESTER, files: { changed: [], artifacts: ["a/../../b"] } },
    [/does not have the form/],
  ],
  ["Lead without a skill", lead({}), [/^ exactly one of nx-setup, nx-init, nx-plan, nx-run, nx-sync must be there/]],
  ["Lead with two skills", lead({ "nx-setup": setup, "nx-sync": sync }), [/^ exactly one of nx-setup/]],
  ["an agent with the part of a skill", { ...TESTER, "nx-sync": sync }, [/^\/nx-sync .* must not be there/]],
])("%s", (_, report, expected) => {
  const issues = issuesOf(JSON.parse(JSON.stringify(report)));
  expect(issues).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
