import { visibleJson } from "../../base/visible-text.js";
import type { RunPlan } from "../run/plan.js";
import { type CaseRecord, caseRecord, type Report } from "../run/report.js";
import type { ReporterFactory } from "./reporter.js";

/** Writes one JSON object per line during the run, so that a program does not have to wait for its end. */
export const jsonlReporter: ReporterFactory = ({ write }) => {
  const line = (value: object) => void write(`${visibleJson(value)}\n`);
  const finished = (record: CaseRecord) => line({ type: "case-finished", case: record });
  const end = ({ cases: _, ...report }: Report) => line({ type: "run-finished", report });
  let plan: RunPlan | undefined;
  return {
    handle: (event) => {
      switch (event.type) {
        case "run-started": {
          plan = event.plan;
          const { contract, profile, adapter, cases } = plan;
          line({
            type: "run-started",
            contract: contract.id,
            contract_version: contract.version,
            profile,
            implementation: { name: adapter.name, version: adapter.version },
            total: cases.length,
          });
          return;
        }
        case "case-started":
          line({ type: "case-started", id: event.case.id, name: event.case.name });
          return;
        case "case-finished":
          if (plan !== undefined) finished(caseRecord(event.result, plan));
          return;
        case "run-finished":
          end(event.report);
      }
    },
    replay: (report) => {
      const { contract, contract_version, profile, implementation } = report;
      const total = report.cases.length;
      line({ type: "run-started", contract, contract_version, profile, implementation, total });
      for (const record of report.cases) finished(record);
      end(report);
    },
  };
};
