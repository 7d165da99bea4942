import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as events from "./events.mjs";
import { knowledgeOf } from "./knowledge.mjs";
import { withLock } from "./lock.mjs";
import { Namespace } from "./namespace.mjs";
import { checkParams } from "./schemas.mjs";
import { readState } from "./state.mjs";

/** Takes a lifecycle event. It is refused for its parameters only: what is broken on disk is a warning. */
export async function emit(folder, ownId, name, params) {
  const project = resolve(folder);
  const event = events[name];
  if (event === undefined) throw new Error(`There is no event ${name}`);
  checkParams(name, params);
  const namespace = new Namespace(project, params.harness_id ?? ownId);
  const run = () => {
    const { state, problems, isBroken } = read(project, namespace);
    const { changes = {}, answer = {} } = event(state, params, { now: new Date().toISOString(), project });
    const warnings = [...problems, ...(answer.warnings ?? [])];
    return { changes, isBroken, answer: { context: "", ...answer, warnings } };
  };
  const first = run();
  if (Object.keys(first.changes).length === 0) return first.answer;
  return withLock(project, () => {
    const { changes, isBroken, answer } = run();
    if (isBroken && changes.tracker !== undefined) namespace.moveTrackerAside();
    namespace.commit(changes);
    return answer;
  });
}

function read(project, namespace) {
  const problems = [];
  const open = (file) => {
    try {
      return readState(project, file);
    } catch (error) {
      problems.push(error.message);
      return null;
    }
  };
  const plan = open("plan");
  const taskList = open("tasks");
  const { entries, problem } = namespace.readTracker();
  if (problem !== undefined) problems.push(`agent-tracker.json is broken and counts as empty: ${problem}`);
  const state = {
    plan,
    taskList,
    tasks: taskList?.tasks ?? [],
    hasTasks: existsSync(join(project, ".nexus/state/tasks.json")), // also where it is broken
    tracker: entries ?? [],
    hasTracker: entries !== null,
    namespace,
    knowledge: () => knowledgeOf(project),
  };
  return { state, problems, isBroken: problem !== undefined };
}
