import type { KnownSession } from "./session.js";
import type { WakeTools } from "./tools.js";

/** When a human last typed in a session. If the runtime fails to tell, the answer is now, so that the prompt waits. */
export async function typedIn(session: KnownSession, { runtime, clock }: WakeTools): Promise<number | undefined> {
  try {
    return await runtime.humanInputAt(session);
  } catch {
    return clock.now();
  }
}
