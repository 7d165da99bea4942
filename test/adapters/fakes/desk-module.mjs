// The desk as a module. It throws refusals instead of answering with the envelope.
import { createDesk } from "./desk.mjs";

export default {
  name: "desk",
  open({ environment }) {
    const desk = createDesk({ keys: environment.DESK_KEYS, limit: environment.DESK_LIMIT, lie: environment.LIE });
    return {
      call: async (tool, params, { credential }) => ({ ok: true, data: await desk.call(tool, params, credential) }),
      advanceClock: (milliseconds) => desk.advance(milliseconds),
    };
  },
};
