import type { KnownSession } from "./session.js";
import type { WakeTools } from "./tools.js";

/** When somebody last typed in a session. A runtime that cannot tell is taken for one in which somebody does. */
export async function typedIn(session: KnownSession, { runtime, clock }: WakeTools): Promise<number | undefined> {
  try {
    return await runtime.humanInputAt(session);
  } catch {
    return clock.now();
  }
}
