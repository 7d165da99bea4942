import type { EventOf } from "./event.js";

/** Start reasons that continue an earlier session. */
const GOES_ON = ["resume", "compact"];

export const sessionStart: EventOf<"session_start"> = {
  writes: true,
  creates: true,

  run({ tracker }, { source }) {
    if (source !== undefined && GOES_ON.includes(source)) {
      return { changes: { tracker, isNewSession: true }, answer: { context: "", warnings: [] } };
    }
    const running = tracker.filter(({ status }) => status === "running");
    const names = running.map(({ agent_name: name = "an agent", agent_id: id = "without id" }) => `${name} (${id})`);
    const warning = `The last session did not end in order. It left running: ${names.join(", ")}.`;
    return {
      changes: { tracker: [], isNewSession: true },
      answer: { context: "", warnings: running.length === 0 ? [] : [warning] },
    };
  },
};
