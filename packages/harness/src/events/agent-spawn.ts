import { effectiveCapabilities, knowledgeIndex } from "nexus-core/toolkit";
import type { AgentSpawnParams, SpawnResume } from "../generated/contract.js";
import type { EventOf, EventState } from "./event.js";
import { agentOf } from "./manifest.js";
import { resumeInstead } from "./resume-instead.js";
import { agentIn, runningAgain, type Tracked, withChanged, withNew } from "./tracked-agents.js";

export const agentSpawn: EventOf<"agent_spawn"> = {
  writes: true,
  creates: true,

  run(state, params, { now }) {
    const { tracker, warnings } = spawned(state, params, now);
    const agent = agentOf(params.agent_name);
    const resume = params.task_id === undefined ? undefined : resumeFor(state, params, params.task_id);
    return {
      changes: { tracker },
      answer: {
        context: knowledgeIndex(state.knowledge()),
        warnings: [...warnings, ...(resume === null ? [`There is no task ${params.task_id} that is open.`] : [])],
        ...(agent === undefined ? {} : { capabilities: [...effectiveCapabilities(agent, params.additions)] }),
        ...(resume === undefined || resume === null ? {} : { resume }),
      },
    };
  },
};

function spawned({ harnessId, tracker }: EventState, params: AgentSpawnParams, now: string): Tracked {
  const { agent_id, agent_name } = params;
  const known = agentIn(tracker, agent_id);
  if (known === undefined) {
    const entry = { started_at: now, resume_count: 0, status: "running" } as const;
    return withNew(tracker, { harness_id: harnessId, agent_id, agent_name }, entry);
  }
  if (known.status !== "completed") return { tracker, warnings: [`Agent ${agent_id} is running already.`] };
  return {
    tracker: withChanged(tracker, known, runningAgain(known, now)),
    warnings: [`Agent ${agent_id} had completed; this counts as its resumption.`],
  };
}

/** Returns null if no open task has this id. */
function resumeFor(state: EventState, { agent_id, agent_name }: AgentSpawnParams, id: number): SpawnResume | null {
  const task = state.tasks?.tasks.find((each) => each.id === id);
  if (task === undefined) return null;
  return resumeInstead(task, { agent_id, agent_name }, state);
}
