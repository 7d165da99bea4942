import type { Runtime } from "./runtime.js";

/** Where no runtime is configured nobody is woken. */
export const noRuntime: Runtime = {
  humanInputAt: async () => undefined,
  trigger: async () => "failed",
  resume: async () => "absent",
  spawn: async () => "absent",
  command: () => undefined,
};
