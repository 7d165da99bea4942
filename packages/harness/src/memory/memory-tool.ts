import type { MemoryToolName, MemoryToolTypes } from "../generated/register.js";
import type { StateStore } from "../store/state-store.js";

/** Where memory is stored, and the clock for calls. */
export interface MemoryPlace {
  readonly store: StateStore;
  /** Absolute path of the project. */
  readonly root: string;
  readonly harnessId: string;
  readonly now: () => Date;
}

/** A handler. Unlike the pure tools, it reads and changes the memory files itself. */
export type MemoryTool<Name extends MemoryToolName> = (
  place: MemoryPlace,
  params: MemoryToolTypes[Name]["params"],
) => Promise<MemoryToolTypes[Name]["answer"]>;
