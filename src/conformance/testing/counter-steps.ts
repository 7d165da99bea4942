import type { Adapter } from "../adapters/adapter.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "./counter-contract.js";

export const add = (by: unknown) => ({ tool: "add", params: { by } });
export const read = { tool: "read" };

export function caseOf(steps: readonly object[], members: object = {}) {
  return { test_id: "steps", description: "A case made of steps", steps, ...members };
}

/** Judges the counter by one case with these steps. */
export async function judgeBy(
  steps: readonly object[],
  adapter: Adapter = counterAdapter(),
  options: ConformanceOptions & { readonly others?: object; readonly files?: Record<string, unknown> } = {},
) {
  const { others, files, ...run } = options;
  const contract = counterContract({ "tools/counter.json": caseOf(steps, others), ...files });
  const report = await runConformance(adapter, { contract, ...run });
  const [result] = report.cases;
  return { status: result?.status, messages: result?.failures.map(({ message }) => message), reason: result?.reason };
}

export const call = (action: object, asserted: object) => ({ action, ...asserted });
