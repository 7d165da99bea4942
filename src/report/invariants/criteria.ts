import { show } from "../../base/json-schema.js";
import { ENGINEER, messageOf, TESTER } from "../form/examples.js";
import type { ReportBreach } from "../form/expected-report.js";
import type { ReportInvariant } from "../form/report-invariant.js";
import { rowsOf } from "../form/report-subject.js";

const acceptance = ["gives up after 3 attempts", "last error is shown"];
const [first, second] = TESTER.criteria;

/** Spaces and a final full stop are ignored; every other difference is a change of wording. */
const plain = (line: string) => line.trim().replaceAll(/\s+/g, " ").replace(/\.$/, "");

export const criteriaInvariants: readonly ReportInvariant[] = [
  {
    id: "I3",
    title: "criteria holds each line of acceptance once, in its order and words, and nothing else.",
    reason: "A line that is missing or made easier has not been checked.",
    remedy: "Copy the lines of acceptance one by one, and give each its result.",
    good: { message: messageOf(TESTER), expected: { acceptance } },
    bad: { message: messageOf({ ...TESTER, criteria: [second] }), expected: { acceptance } },
    check: ({ value, expected }) =>
      coverage(
        rowsOf(value, "criteria").map(({ text }) => text("criterion")),
        expected.acceptance ?? [],
      ),
  },
  {
    id: "I4",
    title: "pass, fail and every critical finding have evidence that does not merely repeat the claim.",
    reason: "A repeated claim is still only a claim; Lead acts on observations.",
    remedy: "Write what was seen: a place, a figure, an output, a command with its result.",
    good: { message: messageOf(TESTER) },
    bad: {
      message: messageOf({
        ...TESTER,
        criteria: [{ ...first, evidence: "gives up after 3 attempts." }, second],
      }),
    },
    *check({ value }) {
      const judged = rowsOf(value, "criteria").filter(({ text }) => ["pass", "fail"].includes(text("result")));
      const critical = rowsOf(value, "findings").filter(({ text }) => text("severity") === "critical");
      for (const { pointer, text } of judged) yield* unproved(pointer, text("criterion"), text("evidence"));
      for (const { pointer, text } of critical) yield* unproved(pointer, text("claim"), text("evidence"));
    },
  },
  {
    id: "I11",
    title: "A maker claims and never writes pass; a checker finds out and never writes claimed.",
    reason: "A maker cannot pass their own work, and a checker has to do more than claim.",
    remedy: "Makers write claimed, fail or unverified; checkers pass, fail or unverified.",
    good: { message: messageOf(ENGINEER) },
    bad: {
      message: messageOf({ ...ENGINEER, criteria: ENGINEER.criteria.map((row) => ({ ...row, result: "pass" })) }),
    },
    *check({ value, agent }) {
      if (agent === undefined) return;
      const [kind, wrong] = agent.category === "check" ? ["a checker", "claimed"] : ["a maker", "pass"];
      for (const { pointer, text } of rowsOf(value, "criteria")) {
        if (text("result") !== wrong) continue;
        yield { pointer: `${pointer}/result`, message: `${agent.id} is ${kind} and writes ${wrong}` };
      }
    },
  },
];

function* coverage(said: readonly string[], acceptance: readonly string[]): Iterable<ReportBreach> {
  // Without acceptance a checker lists what it looked at by itself.
  if (acceptance.length === 0) return;
  const reported = said.map(plain);
  const wanted = acceptance.map(plain);
  for (const [index, line] of wanted.entries()) {
    const place = reported.indexOf(line);
    if (place === -1) {
      yield { pointer: "/criteria", message: `the line of acceptance ${show(line)} is missing` };
    } else if (
      reported.filter((each) => wanted.includes(each)).indexOf(line) !==
      wanted.filter((each) => reported.includes(each)).indexOf(line)
    ) {
      yield {
        pointer: `/criteria/${place}`,
        message: `${show(line)} is out of order: it is line ${index + 1} of acceptance`,
      };
    }
  }
  for (const [index, line] of reported.entries()) {
    const pointer = `/criteria/${index}`;
    if (!wanted.includes(line)) yield { pointer, message: `${show(line)} is not a line of acceptance` };
    else if (reported.indexOf(line) < index) yield { pointer, message: `${show(line)} is repeated here` };
  }
}

function* unproved(pointer: string, claim: string, evidence: string): Iterable<ReportBreach> {
  if (!onlyRepeats(evidence, claim)) return;
  const message = evidence.trim() === "" ? "the evidence is empty" : `the evidence only repeats ${show(claim)}`;
  yield { pointer: `${pointer}/evidence`, message };
}

/** Compares the wording only: whether a paraphrase adds anything is for a reader to judge. */
function onlyRepeats(evidence: string, claim: string): boolean {
  return evidence.trim() === "" || plain(evidence) === plain(claim);
}
