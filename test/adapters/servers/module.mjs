// The reference harness as a module.
import { createHarness } from "../../../packages/harness/dist/index.js";
import { lying } from "./lying.mjs";

export default {
  name: "harness as a module",
  surfaces: ["tools"],
  open: ({ workspace, namespace }) => lying(workspace, (root) => createHarness({ root, harnessId: namespace })),
};
