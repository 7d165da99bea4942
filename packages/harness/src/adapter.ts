import type { Adapter } from "nexus-core";
import { DECISION_NAMES, EVENT_NAMES, isDecisionName, MEMORY_TOOL_NAMES, TOOL_NAMES } from "./generated/register.js";
import { createHarness } from "./harness.js";
import { name, version } from "./package-info.js";

/** The adapter for the conformance kit: `--adapter module:./node_modules/@nexus-core/harness/dist/adapter.js`. */
const adapter: Adapter = {
  name,
  version,
  tools: [...TOOL_NAMES, ...MEMORY_TOOL_NAMES, ...DECISION_NAMES],
  events: EVENT_NAMES,
  surfaces: ["tools", "events", "decisions", "memory"],
  open: ({ workspace, namespace }) => {
    const harness = createHarness({ root: workspace, harnessId: namespace });
    return {
      call: (tool, params) => (isDecisionName(tool) ? harness.decide(tool, params) : harness.call(tool, params)),
      emit: (event, params) => harness.emit(event, params),
    };
  },
};

export default adapter;
