/**
 * The service as a library, for the crash campaign: each line of input is a call, each line of output its outcome. It
 * starts in half of the time that a server needs; the rest is the same.
 */
import { createInterface } from "node:readline";
import {
  createThreadService,
  createVerifier,
  keysFromFile,
  noRuntime,
  openStore,
  systemClock,
} from "@nexus-core/thread";

const { THREAD_KEYS = "", THREAD_DATABASE = "" } = process.env;
const store = await openStore(THREAD_DATABASE);
const verifier = createVerifier({ keys: await keysFromFile(THREAD_KEYS), clock: systemClock });
const service = createThreadService({ store, verifier, runtime: noRuntime });

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params, token } = JSON.parse(line);
  const outcome = await service.call(method, params, token).then(
    (answer) => ({ answer }),
    (refusal) => ({ refusal: { message: refusal.message, ...refusal.toEnvelope?.().error } }),
  );
  process.stdout.write(`${JSON.stringify({ id, ...outcome })}\n`);
});
process.stdin.on("end", () => service.close());
