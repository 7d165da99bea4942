import { resolve } from "node:path";
import { currentBranch } from "./branch.mjs";
import { withLock } from "./lock.mjs";
import { checkParams } from "./schemas.mjs";
import { commit, readState } from "./state.mjs";
import * as tools from "./tools.mjs";

/** Calls a tool by the name that the contract gives it. A refusal is a rejected promise. */
export async function call(folder, name, params) {
  const project = resolve(folder);
  const tool = tools[name];
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  checkParams(name, params);
  const run = () => {
    const state = Object.fromEntries(tool.reads.map((file) => [file, read(project, file, tool)]));
    const moment = { now: new Date().toISOString(), branch: currentBranch(project), project };
    return tool.run(state, params, moment);
  };
  const first = run(); // a call that is refused changes nothing, so it is tried before anything is locked
  if (!tool.writes) return first.answer;
  return withLock(project, () => {
    const { changes, answer } = run();
    commit(project, changes);
    return answer;
  });
}

function read(project, file, { tolerates = [] }) {
  try {
    return readState(project, file);
  } catch (error) {
    if (tolerates.includes(file)) return null;
    throw error;
  }
}
