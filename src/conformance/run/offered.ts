/** Decides whether a case can run with an adapter. */

import type { Adapter } from "../adapters/adapter.js";
import { type Case, callsOf } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";

/** Why a case cannot run with this adapter. A missing surface makes it not applicable; a missing tool does not. */
export function whatIsNotOffered(
  testCase: Case,
  adapter: Adapter,
): Pick<CaseResult, "reason" | "notApplicable"> | undefined {
  const { tools, events } = testCase.calls;
  const surfaces = adapter.surfaces ?? ["tools"];
  const surface = testCase.surfaces.find((name) => !surfaces.includes(name));
  if (surface === "process") {
    const reason = "it needs a process that can be ended: reach it through module:, lines: or mcp-stdio:";
    return { reason, notApplicable: true };
  }
  if (surface !== undefined) return { reason: `the adapter offers no ${surface}`, notApplicable: true };
  const missing =
    tools.find((tool) => adapter.tools?.includes(tool) === false) ??
    events.find((event) => adapter.events?.includes(event) === false);
  if (missing !== undefined) return { reason: `the adapter does not offer ${missing}` };
  if (adapter.withoutEnvironment === true && Object.keys(testCase.environment).length > 0) {
    return { reason: "the adapter cannot give the implementation an environment", notApplicable: true };
  }
  const { withoutAgent = [] } = adapter;
  const asAgent = testCase.steps.flatMap(callsOf).filter(({ as }) => as !== undefined);
  const isUnnamed = asAgent.some((call) => withoutAgent.includes(call.kind === "action" ? call.tool : call.event));
  return isUnnamed ? { reason: "the adapter does not say how an agent acts", notApplicable: true } : undefined;
}

export function isNotOffered(testCase: Case, adapter: Adapter): boolean {
  return whatIsNotOffered(testCase, adapter) !== undefined;
}
