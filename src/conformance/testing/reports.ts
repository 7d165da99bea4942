/** Reports of runs of the counter: a conforming one, and one with every kind of failure. */

import { writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import type { CaseRecord, Report } from "../run/report.js";
import { COUNTER, counterAdapter, counterContract } from "./counter-contract.js";

/** Text of an implementation that could break the format of a report. */
export const HOSTILE = "no ]]> <b>& \u001b[31m\u0000 # \\ `` \n::error::x";

const contract = counterContract();

/** Adds wrongly and writes minified JSON, refuses to read with a hostile text, hangs in a reset, has no events. */
export const FAULTY: Adapter = counterAdapter(
  {
    add: (params, workspace) => {
      const { total } = COUNTER["add"]!(params, workspace) as { total: number };
      writeFiles(workspace, { ".state/counter.json": `{"total":${total === 5 ? 6 : total}}` });
      return { total };
    },
    read: () => {
      throw new Error(HOSTILE);
    },
    reset: () => new Promise(() => undefined),
  },
  { version: "2.0.0", surfaces: ["tools"] },
);

/** The report without values that differ between runs. */
export async function reportOf(adapter: Adapter, options: ConformanceOptions = {}): Promise<Report> {
  const report = await runConformance(adapter, { contract, cwd: contract, timeout: 50, ...options });
  const stable = JSON.stringify(report)
    .replaceAll(contract, "COUNTER")
    .replaceAll(/"duration_ms":[\d.]+/g, '"duration_ms":12.5');
  return JSON.parse(stable) as Report;
}

/** The faulty report, plus the two statuses that only a baseline gives. */
export async function everyStatus(): Promise<Report> {
  const report = await reportOf(FAULTY, { trace: true });
  const [sample] = report.cases.filter(({ status }) => status === "failed");
  if (sample === undefined) throw new Error("the faulty counter passed");
  const known: CaseRecord = { ...sample, id: "known", name: "counter/tools/counter/known", status: "known_failing" };
  const healed: CaseRecord = {
    ...sample,
    id: "healed",
    name: "counter/tools/healed/healed",
    status: "unexpectedly_passing",
    failures: [],
  };
  const cases = { ...report.summary.cases, total: report.cases.length + 2, known_failing: 1, unexpectedly_passing: 1 };
  return { ...report, cases: [...report.cases, known, healed], summary: { ...report.summary, cases } };
}
