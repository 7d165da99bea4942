import type { Adapter, CallOptions, OpenContext } from "nexus-core";
import type { Clock } from "./base/clock.js";
import { caseDatabase, dropCaseDatabases } from "./case-database.js";
import { readConfig } from "./config.js";
import { ThreadError } from "./contract/thread-error.js";
import { METHOD_NAMES } from "./generated/register.js";
import { openService } from "./open-service.js";
import { name, version } from "./package-info.js";
import type { ThreadService } from "./thread-service.js";

/** How often the service checks deferred prompts. */
const TICK_MS = 5000;

/** The adapter for the conformance kit: `--adapter module:./node_modules/@nexus-core/thread/dist/adapter.js`. */
const adapter: Adapter = {
  name,
  version,
  tools: METHOD_NAMES,
  surfaces: ["tools", "runtime"],
  open: async ({ workspace, environment }: OpenContext) => {
    let ahead = 0;
    const clock: Clock = { now: () => Date.now() + ahead };
    const config = readConfig({ ...process.env, ...environment }, workspace);
    const { database, release } = caseDatabase(config.database, workspace);
    const service = await openService({ config: { ...config, database }, clock });
    return {
      call: async (method, params, options?: CallOptions) => {
        try {
          return await service.call(method, params, options?.credential);
        } catch (thrown) {
          if (thrown instanceof ThreadError) return thrown.toEnvelope();
          throw thrown;
        }
      },
      advanceClock: async (milliseconds) => {
        const end = ahead + milliseconds;
        while (await wakesBefore(service, Date.now() + end)) {
          ahead = Math.min(ahead + TICK_MS, end);
          await service.runDueWakes();
          if (ahead === end) return;
        }
        ahead = end;
      },
      close: async () => {
        await service.close();
        await release();
      },
    };
  },
  close: dropCaseDatabases,
};

export default adapter;

/** Whether a deferred prompt is due before the given time. If none is, the clock can skip ahead. */
async function wakesBefore(service: ThreadService, end: number): Promise<boolean> {
  const next = await service.nextWakeAt();
  return next !== undefined && next <= end;
}
