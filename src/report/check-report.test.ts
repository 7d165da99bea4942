import fc from "fast-check";
import { expect, test } from "vitest";
import { checkReport } from "./check-report.js";
import { ENGINEER, messageOf, REVIEWER, TESTER } from "./form/examples.js";
import type { ExpectedReport } from "./form/expected-report.js";
import { compareReportFindings } from "./form/report-finding.js";
import { REPORT_INVARIANTS } from "./invariants/all-invariants.js";
import { parseReport } from "./parse-report.js";

test("the invariants are I1 to I12, and every text of one ends as a sentence", () => {
  expect(REPORT_INVARIANTS.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, index) => `I${index + 1}`));
  const texts = REPORT_INVARIANTS.flatMap(({ title, reason, remedy }) => [title, reason, remedy]);
  expect(texts.filter((text) => !text.endsWith("."))).toEqual([]);
});

test.each(REPORT_INVARIANTS)("the good example of $id breaks nothing", ({ good }) => {
  expect(checkReport(good.message, good.expected)).toEqual([]);
});

test.each(REPORT_INVARIANTS)("the bad example of $id breaks this invariant and no other", ({ id, bad, remedy }) => {
  const findings = checkReport(bad.message, bad.expected);
  expect(findings.map(({ invariant }) => invariant)).toEqual([id]);
  expect(findings[0]?.remedy).toContain(remedy);
});

const spoilt = fc
  .record({ at: fc.nat(), value: fc.jsonValue(), base: fc.constantFrom(TESTER, ENGINEER, REVIEWER) })
  .map(({ at, value, base }) => spoil(base, at, value));
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "```nexus-report",
        "```",
        "~~~",
        "> ",
        "{",
        "}",
        '"role":',
        '"x"',
        "[",
        ",",
        "\n",
        "done",
        "'",
        "“",
      ),
    )
    .map((parts) => parts.join("")),
  fc.jsonValue().map((value) => messageOf(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  spoilt.map((value) => messageOf(value)),
  spoilt.map((value) => JSON.stringify(value)),
);
const expectations = fc.record(
  {
    role: fc.constantFrom("tester", "engineer", "lead", "nobody"),
    taskId: fc.constantFrom(null, 4, 5),
    acceptance: fc.array(fc.constantFrom("gives up after 3 attempts", "last error is shown", "")),
    agents: fc.constantFrom([], [{ id: "tester", category: "check", capabilities: ["no_file_edit"] }]),
    changedFiles: fc.array(fc.constantFrom("src/retry", "./test/retry", "")),
  },
  { requiredKeys: [] },
);

test("no text makes it throw, and every finding has a place in the text, a message and a remedy", () => {
  fc.assert(
    fc.property(texts, expectations, (text, expected) => {
      const findings = checkReport(text, expected);
      const lines = text.split("\n");
      for (const { line, column, message, remedy } of findings) {
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1);
        expect(message).toMatch(/\S/);
        expect(remedy).toMatch(/\.$/);
      }
      expect([...findings].sort(compareReportFindings)).toEqual(findings);
    }),
    { numRuns: 400 },
  );
});

test.each([
  [null, "null"],
  [undefined, "nothing"],
  [{ report: 1 }, '{"report":1}'],
  [1n, "1"],
  [Symbol("done"), "Symbol(done)"],
  [() => 1, "a function"],
  [{ count: 1n }, "an object without a JSON form"],
])("a message that is %o breaks I1 alone, and throws nothing", (message, shown) => {
  const finding = {
    invariant: "I1",
    message: `the message is ${shown}, and no text`,
    line: 1,
    column: 1,
    pointer: "",
    remedy: "Hand over the text of the last message of the agent. Send one block that the schema allows.",
  };
  const given = message as unknown as string;
  expect(checkReport(given, { role: "tester", taskId: 4, changedFiles: ["b"] })).toEqual([finding]);
  expect(parseReport(given)).toEqual({ report: undefined, findings: [finding] });
});

test("unknown parts of the delegation may be null, and a null task means that there is none", () => {
  const unknown = { role: null, acceptance: null, agents: null, skills: null, changedFiles: null };
  const check = (expected: unknown) => checkReport(messageOf(TESTER), expected as ExpectedReport);
  expect([check(unknown), check(null)]).toEqual([[], []]);
  expect(check({ ...unknown, taskId: null }).map(({ message }) => message)).toEqual([
    "task_id is 4, and was given as null",
  ]);
});

test.each<[unknown, string]>([
  [{ acceptance: [1] }, "acceptance is [1], and not a list of texts"],
  [{ acceptance: "gives up" }, 'acceptance is "gives up", and not a list of texts'],
  [
    { agents: [{ id: "tester" }] },
    'agents is [{"id":"tester"}], and not a list of agents with id, category and capabilities',
  ],
  [{ agents: [null] }, "agents is [null], and not a list of agents with id, category and capabilities"],
  [{ skills: "nx-run" }, 'skills is "nx-run", and not a list of texts'],
  [{ changedFiles: "src/retry" }, 'changedFiles is "src/retry", and not a list of texts'],
  [{ taskId: 4n }, "taskId is 4, and not a number or null"],
  [{ role: Symbol("tester") }, "role is Symbol(tester), and not a text"],
  ["tester", 'the delegation is "tester", and no object'],
])("a delegation %o is refused in one line", (delegation, reason) => {
  const refused = expect.objectContaining({ code: "NXC_DELEGATION_INVALID", message: reason });
  expect(() => checkReport(messageOf(TESTER), delegation as ExpectedReport)).toThrow(refused);
  expect(() => parseReport(messageOf(TESTER), delegation as ExpectedReport)).toThrow(refused);
});

test.each([
  ["backticks", "`".repeat(200_000)],
  ["fences", "```\nx\n```\n".repeat(20_000)],
  ["open brackets", "[".repeat(90_000)],
  ["brackets in a block", `\`\`\`nexus-report\n${"[".repeat(45_000)}${"]".repeat(45_000)}\n\`\`\`\n`],
  ["carriage returns", "\r".repeat(200_000)],
  ["lists and quotations", "> - ".repeat(50_000)],
  ["list marks", messageOf({ status: "partial" }, `${"- ".repeat(200_000)}x\n${"-\t".repeat(50_000)}`)],
  ["unknown keys", `{${Array.from({ length: 9_000 }, (_, index) => `"k${index}":1`).join()}}`],
])("a long text of %s takes no long time", (_, text) => {
  const { user } = process.cpuUsage();
  expect(checkReport(text)).not.toEqual([]);
  expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
});

/** A report with the value at one of its places replaced. */
function spoil(base: object, at: number, value: unknown): unknown {
  const copy = structuredClone(base) as Record<string, unknown>;
  const places: (() => void)[] = [];
  const visit = (node: object) => {
    for (const [key, inner] of Object.entries(node)) {
      places.push(() => Object.assign(node, { [key]: value }));
      if (typeof inner === "object" && inner !== null) visit(inner as object);
    }
  };
  visit(copy);
  places[at % places.length]?.();
  return copy;
}
