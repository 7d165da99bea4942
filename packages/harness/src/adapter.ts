import { createRequire } from "node:module";
import type { Adapter } from "nexus-core";
import { EVENT_NAMES } from "./events/events.js";
import { createHarness } from "./harness.js";
import { TOOL_NAMES } from "./tools.js";

const { name, version } = createRequire(import.meta.url)("../package.json") as {
  readonly name: string;
  readonly version: string;
};

/** The harness as the conformance kit reaches it: `--adapter module:./node_modules/@nexus-core/harness/dist/adapter.js`. */
const adapter: Adapter = {
  name,
  version,
  tools: TOOL_NAMES,
  events: EVENT_NAMES,
  surfaces: ["tools", "events"],
  open: ({ workspace, harnessId }) => createHarness({ root: workspace, harnessId }),
};

export default adapter;
