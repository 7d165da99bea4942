import type { Runtime } from "./runtime.js";

/** Where nothing is configured: nobody is known to type, and nothing can be started. */
export const noRuntime: Runtime = {
  humanInputAt: () => Promise.resolve(undefined),
  trigger: () => Promise.resolve("absent"),
  resume: () => Promise.resolve("absent"),
  spawn: () => Promise.resolve("absent"),
  command: () => undefined,
};
