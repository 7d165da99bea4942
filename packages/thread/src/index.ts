/**
 * The reference service of the thread contract: messages between agents in threads, with verified identity.
 * @packageDocumentation
 */

export { type KeySource, keysFromFile, keysFromSet } from "@nexus-core/service/identity/keys";
export { keysFrom } from "@nexus-core/service/identity/keys-from";
export type { TokenRules } from "@nexus-core/service/identity/verify-token";
export { StartError } from "@nexus-core/service/start-error";
export { type Clock, systemClock } from "./base/clock.js";
export type { Quota } from "./base/quota.js";
export {
  type Environment,
  readConfig,
  readDatabase,
  readDuration,
  readQuota,
  readWorkspace,
  type ServiceConfig,
} from "./config.js";
export { type RefusalCode, ThreadError } from "./contract/thread-error.js";
export type * from "./generated/contract.js";
export { METHOD_NAMES, type MethodName, type MethodTypes } from "./generated/register.js";
export { createVerifier } from "./identity/create-verifier.js";
export type { VerifiedToken, Verifier } from "./identity/verifier.js";
export { type OpenServiceOptions, openService } from "./open-service.js";
export { openStore } from "./store/open-store.js";
export { StorageTrouble, type Store } from "./store/store.js";
export { createThreadService, type ThreadService, type ThreadServiceOptions } from "./thread-service.js";
export { commandRuntime } from "./wake/command-runtime.js";
export { noRuntime } from "./wake/no-runtime.js";
export type { Outcome, Prompt, Runtime, SpawnTarget, WakeAction } from "./wake/runtime.js";
export { type RuntimeConfig, readRuntimeConfig } from "./wake/runtime-config.js";
export { startLooking } from "./wake/scheduler.js";
export { scriptedRuntime } from "./wake/scripted-runtime.js";
export type { KnownSession } from "./wake/session.js";
export type { WakeTimes } from "./wake/times.js";
