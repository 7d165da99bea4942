import { writeFileSync } from "node:fs";

/** Tells the test that no answer will come, so that it need not wait for a guessed time. */
export function hang() {
  if (process.env.NEXUS_FAKE_HANGS !== undefined) writeFileSync(process.env.NEXUS_FAKE_HANGS, "");
}
