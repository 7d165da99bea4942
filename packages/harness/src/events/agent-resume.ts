import type { EventOf } from "./event.js";
import { agentIn, runningAgain, withChanged, withNew } from "./tracked-agents.js";

export const agentResume: EventOf<"agent_resume"> = {
  writes: true,
  creates: true,

  run({ harnessId, tracker }, { agent_id, agent_name }, { now }) {
    const known = agentIn(tracker, agent_id);
    if (known !== undefined) {
      const changes = { tracker: withChanged(tracker, known, runningAgain(known, now)) };
      return { changes, answer: { context: "", warnings: [] } };
    }
    const entry = runningAgain({ harness_id: harnessId, started_at: now }, now);
    const added = withNew(tracker, { harness_id: harnessId, agent_id, agent_name }, entry);
    const warning = `Agent ${agent_id} goes on, but its start is not in the tracker.`;
    return {
      changes: { tracker: added.tracker },
      answer: { context: "", warnings: [warning, ...added.warnings] },
    };
  },
};
