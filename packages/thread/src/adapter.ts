import type { Adapter, CallOptions, OpenContext } from "nexus-core";
import { MovableClock } from "./base/movable-clock.js";
import { caseDatabase, dropCaseDatabases } from "./case-database.js";
import { readConfig } from "./config.js";
import { ThreadError } from "./contract/thread-error.js";
import { METHOD_NAMES } from "./generated/register.js";
import { openService } from "./open-service.js";
import { name, version } from "./package-info.js";
import { noRuntime } from "./wake/no-runtime.js";
import { passTime } from "./wake/pass-time.js";
import type { Runtime } from "./wake/runtime.js";
import { startLooking } from "./wake/scheduler.js";
import { scriptedRuntime } from "./wake/scripted-runtime.js";

/** @param follow makes the runtime that does what a script says */
export const adapterWith = (follow: (script: string, clock: MovableClock) => Runtime): Adapter => ({
  name,
  version,
  tools: METHOD_NAMES,
  surfaces: ["tools", "runtime"],
  open: async ({ workspace, environment }: OpenContext) => {
    const clock = new MovableClock();
    const config = readConfig({ ...process.env, ...environment }, workspace);
    const { database, release } = await caseDatabase(config.database, workspace);
    const { runtimeScript: script } = config;
    const runtime = script === undefined ? noRuntime : follow(script, clock);
    const service = await openService({ config: { ...config, database }, clock, runtime });
    const stopLooking = startLooking(service, (text) => process.stderr.write(`${text}\n`), clock);
    return {
      call: async (method, params, options?: CallOptions) => {
        try {
          return await service.call(method, params, options?.credential);
        } catch (thrown) {
          if (thrown instanceof ThreadError) return thrown.toEnvelope();
          throw thrown;
        }
      },
      advanceClock: (milliseconds) => passTime(service, clock, milliseconds),
      close: async () => {
        await stopLooking();
        await service.close();
        release();
      },
    };
  },
  close: dropCaseDatabases,
});

/** The adapter for the conformance kit: `--adapter module:./node_modules/@nexus-core/thread/dist/adapter.js`. */
export default adapterWith(scriptedRuntime);
