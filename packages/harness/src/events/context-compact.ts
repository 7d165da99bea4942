import { compactionSnapshot } from "nexus-core/toolkit";
import type { EventOf } from "./event.js";

export const contextCompact: EventOf<"context_compact"> = {
  writes: false,

  run({ plan, tasks, tracker, knowledge }, { active_skill: skill }) {
    const context = compactionSnapshot({
      ...(skill === undefined ? {} : { activeSkill: skill }),
      ...(plan === null ? {} : { plan }),
      ...(tasks === null ? {} : { tasks }),
      knowledge: knowledge(),
      agents: tracker,
    });
    return { changes: {}, answer: { context, warnings: [] } };
  },
};
