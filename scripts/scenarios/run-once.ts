/** One conversation of a model in a workspace of its own, from the message to what is left. */

import { checkReport } from "../../src/content/report/check-report.js";
import { systemText } from "./body.js";
import { filesAtStart } from "./given-state.js";
import type { Arm, Message, ModelSource } from "./model.js";
import { type ReadReport, readReport } from "./read-report.js";
import { messageText, roleOf, type Scenario, taskOf } from "./scenario.js";
import { type MadeCall, openTools } from "./tools.js";
import { differenceOf, type Files, isSessionState, openWorkspace } from "./workspace.js";

/** What a run has left behind: all that a check looks at. */
export interface Outcome {
  readonly finalText: string;
  readonly report: ReadReport;
  readonly calls: readonly MadeCall[];
  readonly before: Files;
  readonly after: Files;
  /** Paths that differ, session state aside. */
  readonly changed: readonly string[];
  readonly turns: number;
  /** Whether it was stopped before its last message. */
  readonly isCut: boolean;
  /** What the report breaks, by the ids of the invariants that are asked for. */
  readonly breaches: (which: "all" | readonly string[]) => readonly string[];
}

/** What has to be kept of a run so that all else about it can be found out again. */
export type Traces = Pick<Outcome, "finalText" | "calls" | "before" | "after" | "turns" | "isCut">;

export interface RunOptions {
  readonly maxTurns: number;
  /** Of the scenario: file, line and pointer. */
  readonly where: string;
  readonly sample: number;
  /** Ends the run early. */
  readonly stop?: AbortSignal;
}

/** @throws ScenarioError when the model fails, or the data cannot be used */
export async function runOnce(
  scenario: Scenario,
  arm: Arm,
  source: ModelSource,
  { maxTurns, where, sample, stop }: RunOptions,
): Promise<Outcome> {
  const workspace = openWorkspace(Object.fromEntries(await filesAtStart(scenario.given, where)));
  try {
    const tools = openTools(scenario.given, workspace);
    const before = workspace.files();
    const model = source.open({ scenario, arm, sample });
    const system = systemText(scenario, arm);
    const messages: Message[] = [...(scenario.given.prior ?? []), { from: "user", text: messageText(scenario) }];
    let finalText: string | undefined;
    let turns = 0;
    while (finalText === undefined && turns < maxTurns) {
      turns += 1;
      const files = [...workspace.files().keys()];
      const { text, calls } = await model({ system, messages: [...messages], files, tools: tools.descriptions }, stop);
      stop?.throwIfAborted();
      if (calls.length === 0) {
        finalText = text;
        break;
      }
      messages.push({ from: "assistant", text, calls });
      for (const call of calls) {
        const { result } = await tools.call(call, turns);
        messages.push({ from: "tool", call: call.id, name: call.name, text: result });
      }
    }
    // Who ends the runner removes the folder too: what would be found in it now is not what the model left.
    stop?.throwIfAborted();
    const isCut = finalText === undefined;
    const after = workspace.files();
    return outcomeOf(scenario, { finalText: finalText ?? "", calls: tools.made, before, after, turns, isCut });
  } finally {
    workspace.close();
  }
}

/** All that a check looks at, from what a run has left. */
export function outcomeOf(scenario: Scenario, traces: Traces): Outcome {
  const { finalText, before, after } = traces;
  const changed = differenceOf(before, after).filter((path) => !isSessionState(path));
  const { id, acceptance } = taskOf(scenario);
  const expected = { role: roleOf(scenario), taskId: id, acceptance, changedFiles: changed };
  return {
    ...traces,
    report: readReport(finalText),
    changed,
    breaches: (which) =>
      checkReport(finalText, expected)
        .filter(({ invariant }) => which === "all" || which.includes(invariant))
        .map(({ invariant, pointer, message }) => `${invariant}: ${pointer === "" ? "" : `${pointer}: `}${message}`),
  };
}
