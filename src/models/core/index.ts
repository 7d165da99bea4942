/** The model of the core contract: the eleven tools over the three state files and the artifacts. */

import type { ExpectedError, ModelCall, Prediction } from "../../conformance/fuzz/model.js";
import { defineModel } from "../../conformance/fuzz/model.js";
import { callsFrom } from "./calls.js";
import { edited } from "./edited.js";
import { editsFrom } from "./edits.js";
import { filesOf } from "./files.js";
import { artifactWrite, historySearch } from "./other-tools.js";
import { type Reading, readingsOf, type ToolName } from "./params.js";
import { planDecide, planStart, planStatus, planUpdate } from "./plan-tools.js";
import { archived, type CoreState, EMPTY, FILES, isBroken, openState } from "./state.js";
import { context, taskAdd, taskClose, taskList, taskUpdate } from "./task-tools.js";
import type { ToolModel } from "./tool.js";

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
  calls: callsFrom,
  predict: predictions,
  files: filesOf,
  edits: editsFrom,
  edited,
  crashed,
});

function predictions(state: CoreState, call: ModelCall, key: string): readonly Prediction<CoreState>[] {
  const tool = toolOf(call);
  return readingsOf(tool, call.params).flatMap((reading) => predicted(TOOLS[tool], state, reading, key));
}

function toolOf(call: ModelCall): ToolName {
  if ("tool" in call && Object.hasOwn(TOOLS, call.tool)) return call.tool as ToolName;
  throw new Error(`the model knows no ${JSON.stringify(call)}`);
}

function predicted(
  { reads, refuses, run }: ToolModel,
  state: CoreState,
  { params, problems }: Reading,
  key: string,
): readonly Prediction<CoreState>[] {
  const broken = reads.filter((name) => isBroken(state[name])).map((name) => ({ mentions: [nameOf(FILES[name])] }));
  const refusal = refuses?.(state);
  // Without a readable plan, it is unknown whether one is active.
  const always = broken.length === 0 && refusal !== undefined ? [refusal] : [];
  const reasons = [...problems, ...broken, ...always];
  if (reasons.length > 0) return [refused(state, reasons)];
  return [run(state, params, key)]
    .flat()
    .map((outcome) => ("refused" in outcome ? refused(state, outcome.refused) : outcome));
}

/** Which of several reasons is named is left open. */
function refused(state: CoreState, reasons: readonly ExpectedError[]): Prediction<CoreState> {
  const [reason = true, ...others] = reasons;
  return { next: state, assert_error: others.length === 0 ? reason : true };
}

function nameOf(file: string): string {
  return file.split("/").at(-1) ?? file;
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
