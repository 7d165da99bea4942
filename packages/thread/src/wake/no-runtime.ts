import type { Runtime } from "./runtime.js";

/** The runtime without configuration: it knows of no human input and can start nothing. */
export const noRuntime: Runtime = {
  humanInputAt: () => Promise.resolve(undefined),
  trigger: () => Promise.resolve("absent"),
  resume: () => Promise.resolve("absent"),
  spawn: () => Promise.resolve("absent"),
  command: () => undefined,
};
