import { compactionSnapshot } from "nexus-core/toolkit";
import type { EventOf } from "./event.js";
import { manifest } from "./manifest.js";

export const contextCompact: EventOf<"context_compact"> = {
  writes: false,

  run({ plan, tasks, tracker, knowledge }, { active_skill: skill }, { skillText }) {
    const snapshot = compactionSnapshot({
      ...(skill === undefined ? {} : { activeSkill: skill }),
      ...(plan === null ? {} : { plan }),
      ...(tasks === null ? {} : { tasks }),
      knowledge: knowledge(),
      agents: tracker,
    });
    const known = skill !== undefined && manifest.skills.some(({ id }) => id === skill.id);
    const context = known ? `${snapshot}\n\n${skillText(skill.id, skill.mode)}` : snapshot;
    return { changes: {}, answer: { context, warnings: [] } };
  },
};
