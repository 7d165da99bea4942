import type { Adapter } from "nexus-core";
import { createHarness } from "./harness.js";
import { name, version } from "./package-info.js";
import { TOOL_NAMES } from "./tools.js";

/** The harness as the conformance kit reaches it: `--adapter module:./node_modules/@nexus-core/harness/dist/adapter.js`. */
const adapter: Adapter = {
  name,
  version,
  tools: TOOL_NAMES,
  open: ({ workspace, harnessId }) => createHarness({ root: workspace, harnessId }),
};

export default adapter;
