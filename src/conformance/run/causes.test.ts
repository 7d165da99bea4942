import { expect, test } from "vitest";
import type { CaseResult } from "../judge/result.js";
import { withCauses } from "./causes.js";

const IDS = ["stores", "shows", "counts", "sorts"];
/** What each requirement rests on: some on this one, the others on nothing. */
const restingOn = (foundation: string, ...ids: readonly string[]) =>
  new Map(IDS.map((id) => [id, ids.includes(id) ? [foundation] : []]));
const CONTRACT = {
  requirements: new Map(IDS.map((id) => [id, { id, level: "MUST" as const, profile: "small", text: "It holds." }])),
  foundations: () => restingOn("counts", "sorts"),
  refusalFoundations: () => new Map([["shows", ["counts"]]]),
};

/** A case about a requirement, which calls tools and fails in the last at a place of a file. */
function failed(
  about: string,
  tools: readonly string[],
  file: string,
  path: string,
  errors: readonly object[] = [],
  details: object = {},
): CaseResult {
  const nothing = { returns: [], errors: [], files: [], git: [] };
  const steps = tools.map((tool, index) => ({
    kind: "action",
    tool,
    params: {},
    expect: index < tools.length - 1 ? nothing : { ...nothing, errors, files: [{ file, kind: "json", values: [] }] },
  }));
  const failure = {
    code: "NXC_CASE_STATE",
    expected: "a",
    message: `${path} is wrong`,
    step: tools.length - 1,
    file,
    path,
  };
  return {
    case: { id: `${about} ${tools.join()}`, about, verifies: [about], surfaces: [], steps },
    status: "failed",
    failures: [{ ...failure, requirement: about, ...details }],
    blocked: [],
  } as unknown as CaseResult;
}

const statusesBy = (changes: Partial<typeof CONTRACT>, ...results: readonly CaseResult[]) =>
  withCauses(results, { ...CONTRACT, ...changes }, () => results.map((result) => result.case)).map(
    ({ status, blocked: [first] }) => (first === undefined ? status : `by ${first.by}`),
  );
const statuses = (...results: readonly CaseResult[]) => statusesBy({}, ...results);

const PLAN = "state/plan.json";
const simple = failed("stores", ["add"], PLAN, "$.issues[0].status");

test("a failure at the place of a simpler one is blocked by the requirement of that", () => {
  expect(statuses(failed("shows", ["add", "close"], PLAN, "$.issues[3].status"), simple)).toEqual([
    "by stores",
    "failed",
  ]);
});

test("a value that went on into another file is still the same", () => {
  const archived = failed("shows", ["add", "close"], "history.json", "$.cycles[0].plan.issues[0].status");
  expect(statuses(simple, archived)).toEqual(["failed", "by stores"]);
});

test("a wrong list explains what is wrong in its items", () => {
  const length = failed("stores", ["add"], PLAN, "$.issues.length");
  expect(statuses(length, failed("shows", ["add", "close"], PLAN, "$.issues[0].title"))).toEqual([
    "failed",
    "by stores",
  ]);
});

test("another place, another tool and the same requirement are violations of their own", () => {
  expect(statuses(simple, failed("shows", ["add", "close"], PLAN, "$.topic"))).toEqual(["failed", "failed"]);
  expect(statuses(simple, failed("shows", ["close"], PLAN, "$.issues[0].status"))).toEqual(["failed", "failed"]);
  expect(statuses(simple, failed("stores", ["add", "add"], PLAN, "$.issues[0].status"))).toEqual(["failed", "failed"]);
});

test("the requirement of the tool itself comes before one about several tools, however many calls its case makes", () => {
  const ofTool = failed("counter.add.sums", ["add", "add", "add"], PLAN, "$.issues[0].status");
  expect(statuses(failed("counter.state.kept", ["add"], PLAN, "$.issues[0].status"), ofTool)).toEqual([
    "by counter.add.sums",
    "failed",
  ]);
});

test("the requirement of an event itself comes before one about several operations, too", () => {
  const ofEvent = failed("counter.add.sums", ["event add", "event add"], PLAN, "$.issues[0].status");
  expect(statuses(failed("counter.state.kept", ["event add"], PLAN, "$.issues[0].status"), ofEvent)).toEqual([
    "by counter.add.sums",
    "failed",
  ]);
});

test("what a call changes that had to be refused has a cause of its own", () => {
  const refused = failed("shows", ["add", "close"], PLAN, "$.issues[0].status", [{}]);
  expect(statuses(simple, refused)).toEqual(["failed", "failed"]);
});

const STATUS = "$.issues[0].status";

test.each([
  ["that a value breaks its schema", { code: "NXC_ORACLE_STATE", path: "$.issues[4].status", actual: "" }],
  ["that a call changes a file that is not its own", { code: "NXC_ORACLE_TREE", path: undefined }],
])("an assertion explains what an oracle finds in other cases: %s", (_, details) => {
  const found = failed("shows", ["add"], PLAN, STATUS, [], details);
  expect(statuses(found, simple)).toEqual(["by stores", "failed"]);
  expect(statuses(failed("shows", ["close"], "other.json", STATUS, [], details), simple)).toEqual(["failed", "failed"]);
});

test("an assertion about a file explains that an earlier call of its case touches it", () => {
  const both = failed("stores", ["add", "close"], PLAN, STATUS);
  const [asserted] = both.failures;
  const touched = { ...asserted, code: "NXC_ORACLE_TREE", step: 0, path: undefined, requirement: "shows" };
  const [judged] = withCauses([{ ...both, failures: [asserted, touched] } as unknown as CaseResult], CONTRACT, () => [
    both.case,
  ]);
  expect(judged?.failures).toEqual([asserted]);
  const elsewhere = { ...failed("shows", ["close"], PLAN, STATUS), failures: [touched] } as unknown as CaseResult;
  const whole = failed("stores", ["add"], PLAN, STATUS, [], { code: "NXC_CASE_FILE", path: undefined });
  expect(statuses(elsewhere, whole)).toEqual(["by stores", "failed"]);
  expect(statuses(elsewhere, simple)).toEqual(["failed", "failed"]);
});

test("an oracle that misses a value is right by itself", () => {
  const missing = failed("shows", ["add"], PLAN, STATUS, [], { code: "NXC_ORACLE_STATE", actual: undefined });
  expect(statuses(missing, simple)).toEqual(["failed", "failed"]);
});

test("a call that is accepted says nothing about the words of its refusal", () => {
  const accepted = { code: "NXC_CASE_MISSING_ERROR", file: undefined, path: undefined };
  const words = failed("words", ["add"], PLAN, STATUS, [{ mentions: ["by"] }], accepted);
  const refuses = failed("refuses", ["add"], PLAN, STATUS, [{}], accepted);
  expect(statuses(words, refuses)).toEqual(["by refuses", "failed"]);
  expect(statuses(words, failed("refuses", ["close"], PLAN, STATUS, [{}], accepted))).toEqual(["failed", "failed"]);
});

test("a case that looks at files after its last call is about the operation of that call", () => {
  const { case: testCase, ...rest } = failed("shows", ["add", "close"], PLAN, "$.issues[0].status");
  const wait = { ...testCase.steps.at(-1), kind: "wait" };
  const waits = { ...rest, case: { ...testCase, steps: [...testCase.steps, wait] } } as unknown as CaseResult;
  expect(statuses(waits, simple)).toEqual(["by stores", "failed"]);
});

test("how general a requirement is depends on all cases of the contract, and not on those that were selected", () => {
  const results = [simple, failed("shows", ["add"], PLAN, STATUS)];
  const more = failed("stores", ["close"], PLAN, STATUS);
  const judged = withCauses(results, CONTRACT, () => [...results, more].map((result) => result.case));
  expect(judged.map(({ status }) => status)).toEqual(["blocked", "failed"]);
});

test("a requirement is not judged while one that it rests on is violated, wherever it fails", () => {
  const counts = failed("counts", ["count"], "counts.json", "$.sum");
  const sorts = failed("sorts", ["add"], PLAN, "$.issues[0].id");
  expect(statuses(sorts, counts)).toEqual(["by counts", "failed"]);
  expect(statuses(sorts)).toEqual(["failed"]);
});

test("a foundation for refusals explains a refusal in the words of its own, and nothing else that fails", () => {
  const refused = { code: "NXC_CASE_UNEXPECTED_ERROR", file: undefined, path: undefined, actual: "not again" };
  const counts = failed("counts", ["count"], PLAN, STATUS, [], refused);
  expect(statuses(failed("shows", ["add"], PLAN, STATUS, [], refused), counts)).toEqual(["by counts", "failed"]);
  expect(statuses(failed("shows", ["add"], "other.json", "$.id"), counts)).toEqual(["failed", "failed"]);
});

test("what is harmed outside of the workspace, or told, is a violation whatever its requirement rests on", () => {
  const counts = failed("counts", ["count"], "counts.json", "$.sum");
  expect(statuses(failed("sorts", ["add"], "../../../home/a.txt", "$"), counts)).toEqual(["failed", "failed"]);
  const told = failed("sorts", ["add"], PLAN, "$", [], { code: "NXC_CASE_REVEALS" });
  expect(statuses(told, counts)).toEqual(["failed", "failed"]);
});

test("a requirement is no cause of what fails of one that it rests on", () => {
  const sorts = failed("sorts", ["add"], PLAN, "$.issues[0].id");
  expect(statuses(failed("counts", ["add", "close"], PLAN, "$.issues[0].id"), sorts)).toEqual(["failed", "by counts"]);
});

test("a shared foundation that fails only in repeated calls does not explain a wrong first answer", () => {
  const answer = { code: "NXC_CASE_RETURN", file: undefined };
  const showing = (about: string, ...tools: readonly string[]) => failed(about, tools, "", "$.total", [], answer);
  const results = [showing("counts", "show", "show"), showing("sorts", "show")];
  const all = { foundations: () => restingOn("counts", "stores", "shows", "sorts") };
  expect(statusesBy(all, ...results)).toEqual(["by sorts", "failed"]);
  expect(statusesBy({}, ...results)).toEqual(["failed", "by counts"]);
  expect(statusesBy(all, ...results, showing("counts", "add", "show"))).toEqual(["failed", "by counts", "failed"]);
});

test("a shared foundation that fails only in repeated calls hides no other fault of a first call", () => {
  const showing = (about: string, path: string, ...tools: readonly string[]) =>
    failed(about, tools, "", path, [], { code: "NXC_CASE_RETURN", file: undefined });
  const all = { foundations: () => restingOn("counts", "stores", "shows", "sorts") };
  const cached = showing("counts", "$.total", "show", "show");
  expect(statusesBy(all, cached, showing("sorts", "$.order", "list"))).toEqual(["failed", "failed"]);
  expect(statusesBy(all, cached, showing("sorts", "$.order", "add", "list"))).toEqual(["failed", "by counts"]);
});
