/** What the scenarios take for a report, and what the runner tells the package's reader about it. */

import { expect, test } from "vitest";
import { BODIES, systemText } from "../scripts/scenarios/body.js";
import { readReport } from "../scripts/scenarios/read-report.js";
import { blankPart } from "../scripts/scenarios/report-part.js";
import { runOnce } from "../scripts/scenarios/run-once.js";
import { ownKeyOf, roleOf, type Scenario } from "../scripts/scenarios/scenario.js";
import { ENGINEER, messageOf, TESTER } from "../src/content/report/examples.js";
import { parseReport } from "../src/content/report/parse-report.js";

const given: Scenario = {
  id: "S90",
  title: "Retry",
  body: "agents/engineer",
  rules: [],
  given: { files: { "src/retry": "once\n" } },
  message: { id: 3, task: "Retry.", acceptance: ENGINEER.criteria.map(({ criterion }) => criterion) },
  must: [],
  scripted: { good: { prose: "" }, bad: { breaks: "", prose: "" } },
};
const sound = { ...ENGINEER, task_id: 3, files: { changed: ["src/retry", "test/retry"], artifacts: [] } };

/** What is found wrong with a last message, after both files were written. */
async function breachesOf(final: string, scenario = given, which: "all" | readonly string[] = "all") {
  const writes = ["src/retry", "test/retry"].map((path, index) => ({
    id: `c${index}`,
    name: "write_file",
    params: { path, text: "three times\n" },
  }));
  const turns = [
    { text: "", calls: writes },
    { text: final, calls: [] },
  ];
  const source = { name: "fixed", open: () => async () => turns.shift() ?? { text: "", calls: [] } };
  const outcome = await runOnce(scenario, "body", source, { maxTurns: 3, where: "own", sample: 1 });
  return outcome.breaches(which);
}

test("a sound report of work that was done breaks nothing", async () => {
  expect(await breachesOf(messageOf(sound))).toEqual([]);
});

const others = { changed: ["src/retry"], artifacts: [] };

test.each<[string, object, string, string]>([
  ["another role", { ...TESTER, task_id: 3 }, "I2", "/role: role is"],
  ["another task", { ...sound, task_id: 4 }, "I2", "/task_id: task_id is 4"],
  ["a line of acceptance that is gone", { ...sound, criteria: [] }, "I3", "/criteria: the line of acceptance"],
  ["a file that is left out", { ...sound, files: others }, "I10", '/files/changed: "test/retry" differs'],
  ["a role that nobody has", { ...sound, next: [{ role: "manager", why: "F1" }] }, "I12", "/next/0/role: there is no"],
  ["success over half a work", { ...sound, status: "partial", summary: "All done." }, "I13", "/summary: the status is"],
])("the reader of the package is told what the run was: %s", async (_, block, id, problem) => {
  expect(await breachesOf(messageOf(block), given, [id])).toContainEqual(expect.stringContaining(`${id}: ${problem}`));
});

test("only the invariants that are asked for are told", async () => {
  const message = messageOf({ ...sound, task_id: 4, files: others });
  const ids = async (which: "all" | readonly string[]) =>
    (await breachesOf(message, given, which)).map((breach) => breach.split(":", 1)[0]);
  expect([await ids("all"), await ids(["I10"]), await ids(["I1"])]).toEqual([["I2", "I10"], ["I10"], []]);
});

test("a skill is Lead's, and a text without a delegation has no task", async () => {
  const scenario: Scenario = { ...given, body: "skills/nx-run", message: "[run]" };
  const { engineer: _, ...common } = sound;
  const block = { ...common, role: "lead", task_id: null, next: [], "nx-run": blankPart("nx-run") };
  expect(await breachesOf(messageOf(block), scenario)).toEqual([]);
  expect(await breachesOf(messageOf({ ...block, task_id: 3 }), scenario)).toEqual([
    "I2: /task_id: task_id is 3, and was given as null",
  ]);
});

test.each<[string, string, RegExp]>([
  ["no block", "All is well.", /^no block with the info word nexus-report is there$/],
  ["two blocks", messageOf(sound) + messageOf(sound), /^block 2 of 2 begins here/],
  ["a block that is not closed", messageOf(sound).replace(/```\s*$/, ""), /^the block is never closed$/],
  ["a block without an object", messageOf([]), /^the block holds no JSON object$/],
  ["a block of another kind", "```json\n{}\n```", /^no block with the info word/],
  ["a key that stands twice", '```nexus-report\n{"a":1,"a":2}\n```', /a"? stands twice/],
  ["text that is no JSON", "```nexus-report\n{oops}\n```", /^the block is no JSON: /],
])("%s is no report", async (_, text, problem) => {
  expect(readReport(text)).toEqual({ prose: expect.any(String), problem: expect.stringMatching(problem) });
  expect((await breachesOf(text, given, ["I1"])).length).toBeGreaterThan(0);
});

test("a report that lacks fields can still be looked at, and so can a bare object", () => {
  expect(readReport(messageOf({ status: "blocked" })).block).toEqual({ status: "blocked" });
  expect(readReport(' { "status": "blocked" }\n')).toEqual({ prose: "", block: { status: "blocked" } });
});

test("the prose is what stands outside of the blocks, whatever the line ends", () => {
  const block = messageOf(sound, "").replaceAll("\n", "\r\n");
  expect(readReport(`Before.\r\n\r\n${block}\r\nAfter.`).prose).toMatch(/^Before\.\n+After\.$/);
  expect(readReport(`Before.\r\n\r\n${block}\r\nAfter.${block}`).prose).toMatch(/^Before\.\n+After\.$/);
});

test.each(BODIES)("the blank part of %s has the form, and both arms are told its fields", (body) => {
  const scenario: Scenario = { ...given, body };
  const [role, key] = [roleOf(scenario), ownKeyOf(scenario)];
  const { engineer: _, ...common } = sound;
  const verdict = { tester: "FAIL", reviewer: "REVISION_REQUIRED" }[role] ?? null;
  const { findings } = parseReport(messageOf({ ...common, role, verdict, [key]: blankPart(key) }));
  expect(findings).toEqual([]);
  const fields = Object.keys(blankPart(key) as object);
  const told = (["body", "stand-in"] as const).map((arm) => systemText(scenario, arm).split(`and "${key}" {`)[1] ?? "");
  expect(told.map((text) => fields.filter((field) => !text.includes(field)))).toEqual([[], []]);
});
