import { keysFrom } from "@nexus-core/service/identity/keys-from";
import { StartError } from "@nexus-core/service/start-error";
import { definedOnly } from "nexus-core/base";
import type { Clock } from "./base/clock.js";
import { systemClock } from "./base/clock.js";
import type { ServiceConfig } from "./config.js";
import { createVerifier } from "./identity/create-verifier.js";
import { openStore } from "./store/open-store.js";
import { createThreadService, type ThreadService, type ThreadServiceOptions } from "./thread-service.js";
import { noRuntime } from "./wake/no-runtime.js";
import type { Runtime } from "./wake/runtime.js";
import { scriptedRuntime } from "./wake/scripted-runtime.js";

export interface OpenServiceOptions {
  readonly config: ServiceConfig;
  readonly clock?: Clock;
  /** The runtime that wakes agents; by default the scripted one if the configuration names a script, else none. */
  readonly runtime?: Runtime;
  readonly onFault?: NonNullable<ThreadServiceOptions["onFault"]>;
}

/**
 * Opens the service of a configuration, with its store, keys and runtime.
 * @throws StartError with one line about what is missing or wrong
 */
export async function openService({
  config,
  clock = systemClock,
  ...rest
}: OpenServiceOptions): Promise<ThreadService> {
  if (config.keys === undefined) {
    throw new StartError(
      "THREAD_KEYS is not set, so no token can be verified. Name the file or the URL of the JWK set with the trusted keys.",
    );
  }
  const keys = await keysFrom(config.keys);
  const store = await openStore(config.database);
  return createThreadService({
    store,
    verifier: createVerifier({
      keys,
      clock,
      lifetimeSeconds: config.tokenLifetimeMs / 1000,
      audience: config.audience,
      issuer: config.issuer,
    }),
    runtime: rest.runtime ?? runtimeOf(config, clock),
    clock,
    idempotencyWindowMs: config.idempotencyWindowMs,
    times: config.times,
    ...definedOnly({ triggerQuota: config.triggerQuota, startQuota: config.startQuota }),
    ...(config.quota === undefined ? {} : { quota: config.quota }),
    ...(config.workspace === undefined ? {} : { workspace: config.workspace }),
    ...(rest.onFault === undefined ? {} : { onFault: rest.onFault }),
  });
}

function runtimeOf({ runtimeScript }: ServiceConfig, clock: Clock): Runtime {
  return runtimeScript === undefined ? noRuntime : scriptedRuntime(runtimeScript, clock);
}
