import type { MemoryGcAnswer, MemoryGcParams, MemoryStoreAnswer, MemoryStoreParams } from "../generated/contract.js";
import type { StateStore } from "../state-store.js";

/** What each handler of memory takes and gives. */
export interface MemoryToolTypes {
  readonly memory_store: { readonly params: MemoryStoreParams; readonly answer: MemoryStoreAnswer };
  readonly memory_gc: { readonly params: MemoryGcParams; readonly answer: MemoryGcAnswer };
}

export type MemoryToolName = keyof MemoryToolTypes;

/** Where memory is kept, and when a call takes place. */
export interface MemoryPlace {
  readonly store: StateStore;
  /** Absolute path of the project. */
  readonly root: string;
  readonly harnessId: string;
  readonly now: () => Date;
}

/** A handler; it reads and changes the files of memory itself. */
export type MemoryTool<Name extends MemoryToolName> = (
  place: MemoryPlace,
  params: MemoryToolTypes[Name]["params"],
) => Promise<MemoryToolTypes[Name]["answer"]>;

const NAMES: { readonly [Name in MemoryToolName]: true } = { memory_store: true, memory_gc: true };

export const MEMORY_NAMES = Object.keys(NAMES) as readonly MemoryToolName[];

export function isMemoryName(name: string): name is MemoryToolName {
  return Object.hasOwn(NAMES, name);
}
