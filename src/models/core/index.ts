/** The model of the core contract: the eleven tools over the three state files and the artifacts. */

import type { ModelCall, Prediction } from "../../conformance/fuzz/model.js";
import { defineModel } from "../../conformance/fuzz/model.js";
import { callsFrom } from "./calls.js";
import { edited } from "./edited.js";
import { editsFrom } from "./edits.js";
import { filesOf } from "./files.js";
import { inspection } from "./inspection/index.js";
import { artifactWrite, historySearch } from "./other-tools.js";
import { type Reading, readingsOf, type ToolName } from "./params.js";
import { planDecide, planStart, planStatus, planUpdate } from "./plan-tools.js";
import { requirementBehind } from "./requirements.js";
import { archived, type CoreState, EMPTY, FILES, isBroken, openState, type StateName } from "./state.js";
import { context, taskAdd, taskClose, taskList, taskUpdate } from "./task-tools.js";
import type { Outcome, Reason, ToolModel } from "./tool.js";

const TOOLS: Readonly<Record<ToolName, ToolModel>> = {
  plan_start: planStart,
  plan_status: planStatus,
  plan_update: planUpdate,
  plan_decide: planDecide,
  task_list: taskList,
  task_add: taskAdd,
  task_update: taskUpdate,
  task_close: taskClose,
  history_search: historySearch,
  context,
  artifact_write: artifactWrite,
};

export default defineModel<CoreState>({
  initial: EMPTY,
  inspection,
  calls: callsFrom,
  predict: predictions,
  files: filesOf,
  edits: editsFrom,
  edited,
  crashed,
  requirementOf: (state, call, shown) =>
    requirementBehind({ state, tool: toolOf(call), params: call.params, reasons: reasonsFor(state, call), ...shown }),
});

function predictions(state: CoreState, call: ModelCall, key: string): readonly Prediction<CoreState>[] {
  const tool = toolOf(call);
  return readingsOf(tool, call.params)
    .flatMap((reading) => outcomesOf(TOOLS[tool], state, reading, key))
    .map((outcome) => ("refused" in outcome ? refused(state, outcome.refused) : outcome));
}

function toolOf(call: ModelCall): ToolName {
  if ("tool" in call && Object.hasOwn(TOOLS, call.tool)) return call.tool as ToolName;
  throw new Error(`the model knows no ${JSON.stringify(call)}`);
}

function outcomesOf(
  { reads, refuses, run }: ToolModel,
  state: CoreState,
  { params, problems }: Reading,
  key: string,
): readonly Outcome[] {
  const broken = reads.filter((name) => isBroken(state[name])).map((name) => unusable(name, state));
  const refusal = refuses?.(state);
  // Without a readable plan, it is unknown whether one is active.
  const always = broken.length === 0 && refusal !== undefined ? [refusal] : [];
  const reasons = [...problems, ...broken, ...always];
  if (reasons.length > 0) return [{ refused: reasons }];
  return [run(state, params, key)].flat();
}

/** Which of several reasons is named is left open. */
function refused(state: CoreState, reasons: readonly Reason[]): Prediction<CoreState> {
  const [reason, ...others] = reasons;
  return { next: state, assert_error: others.length === 0 ? (reason?.error ?? true) : true };
}

function unusable(name: StateName, state: CoreState): Reason {
  const slot = state[name];
  const text = slot !== null && "broken" in slot ? slot.broken : "";
  const by = isJson(text) ? "state.invalid-refused" : "state.malformed-refused";
  return {
    // An empty file may count as missing.
    ...(text === "" ? {} : { by }),
    error: { mentions: [FILES[name].split("/").at(-1) ?? ""] },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Why a call is refused, however it may be understood. Empty if it may be accepted. */
function reasonsFor(state: CoreState, call: ModelCall): readonly Reason[] {
  const tool = toolOf(call);
  const outcomes = readingsOf(tool, call.params).flatMap((reading) => outcomesOf(TOOLS[tool], state, reading, ""));
  const refusals = outcomes.flatMap((outcome) => ("refused" in outcome ? [outcome.refused] : []));
  return refusals.length === outcomes.length ? refusals.flat() : [];
}

/**
 * What a call may leave when it is killed. An archive writes history first and clears the files away afterwards, so that
 * a crash in between loses nothing; what it has left counts as closed from then on.
 */
function crashed(state: CoreState, call: ModelCall, key: string): readonly CoreState[] {
  const after = predictions(state, call, key).map(({ next }) => next);
  const others = after.some((next) => next.history !== state.history) ? halfArchived(state, toolOf(call), key) : [];
  return [state, ...others, ...after];
}

function halfArchived(state: CoreState, tool: ToolName, key: string): readonly CoreState[] {
  const { plan, tasks } = openState(state);
  const written = archived(state, plan, tool === "task_close" ? tasks : null, `closed_${key}`);
  const withoutPlan = { ...written, plan: null };
  const withoutTasks = { ...written, tasks: null };
  return tool === "task_close" ? [written, withoutPlan, withoutTasks] : [written, withoutPlan];
}
