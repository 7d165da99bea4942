import type { HarnessMap } from "../form/harness-map.js";

/** For a reader of which nothing is known: macros in plain English, operations by their names in the contract. */
export const starter: HarnessMap = {
  invocations: {},
  operations: "{name}",
  models: {},
  capabilities: {},
  front_matter: {},
};
