import type { MethodContext } from "../method.js";
import { dueWakes } from "../store/wakes.js";

/** What deferred prompts are looked at with. */
export type WakeTools = Omit<MethodContext, "caller" | "now">;

/** Looks at the deferred prompts whose time has come. */
export async function runDueWakes({ store, clock }: WakeTools): Promise<void> {
  await store.read((tx) => dueWakes(tx, clock.now()));
}
