import { type Clock, systemClock } from "./base/clock.js";
import type { Quota } from "./base/quota.js";
import { checkParams } from "./contract/check-params.js";
import { ThreadError } from "./contract/thread-error.js";
import { isMethodName, METHOD_NAMES, type MethodName, type MethodTypes } from "./generated/register.js";
import { checkHints } from "./identity/check-hints.js";
import { TokenRegister } from "./identity/token-register.js";
import type { VerifiedToken, Verifier } from "./identity/verifier.js";
import type { Method, MethodContext } from "./methods/method.js";
import { METHODS } from "./methods/methods.js";
import { nextLook } from "./store/due-wakes.js";
import { StorageTrouble, type Store } from "./store/store.js";
import { EXTENSION_NAMES, EXTENSIONS, isExtensionName } from "./team/extensions.js";
import { News } from "./team/news.js";
import { noRuntime } from "./wake/no-runtime.js";
import { runDueWakes } from "./wake/run-due-wakes.js";
import type { Runtime } from "./wake/runtime.js";
import { DEFAULT_TIMES, type WakeTimes } from "./wake/times.js";

export interface ThreadServiceOptions {
  readonly store: Store;
  readonly verifier: Verifier;
  readonly runtime: Runtime;
  readonly clock?: Clock;
  /** How often an agent may post; unlimited by default. */
  readonly quota?: Quota;
  /** How long idempotency keys are remembered; 24 hours by default. */
  readonly idempotencyWindowMs?: number;
  /** How often an agent may wake others; unlimited by default. */
  readonly triggerQuota?: Quota;
  /** How many sessions a workspace may start or resume; unlimited by default. */
  readonly startQuota?: Quota;
  /** The times of wake-ups; those of the contract by default. */
  readonly times?: WakeTimes;
  /** The only workspace to serve; all workspaces by default. */
  readonly workspace?: string;
  /** Receives errors that are not refusals, with the request_id in the caller's answer. */
  readonly onFault?: (fault: unknown, requestId: string) => void;
}

export interface ThreadService {
  /**
   * Calls a method by its name.
   * @param token the signed token of the caller
   * @throws ThreadError if the call is refused
   */
  call<Name extends MethodName>(method: Name, params: unknown, token?: string): Promise<MethodTypes[Name]["answer"]>;
  call(method: string, params: unknown, token?: string): Promise<object>;
  /**
   * Checks the prompts that are due, except those that another check is already at. `startLooking` calls it on time. A
   * service without a runtime leaves them to others.
   */
  runDueWakes(): Promise<void>;
  /** Waits until no check is under way in this service. */
  checksEnded(): Promise<void>;
  /** When the next prompt is due, in milliseconds; undefined if none waits here. */
  nextWakeAt(): Promise<number | undefined>;
  /**
   * Calls the listener when this service has scheduled a prompt, or made one due.
   * @returns a function that removes the listener
   */
  onScheduled(listener: () => void): () => void;
  /** Answers the calls that wait for messages, so that the server can end. */
  stopWaiting(): void;
  /** Ends the connections to the store. */
  close(): Promise<void>;
}

const DAY = 24 * 60 * 60 * 1000;

/** Creates the service, which checks every call in the same way, independent of its transport. */
export function createThreadService(options: ThreadServiceOptions): ThreadService {
  const { store, verifier, runtime, workspace, quota, clock = systemClock, idempotencyWindowMs = DAY } = options;
  const register = new TokenRegister(store, clock);
  const listeners = new Set<() => void>();
  const news = new News();
  const tools = {
    clock,
    news,
    store,
    runtime,
    quota,
    idempotencyWindowMs,
    triggerQuota: options.triggerQuota,
    startQuota: options.startQuota,
    times: options.times ?? DEFAULT_TIMES,
    scheduled: () => {
      for (const listener of listeners) listener();
    },
  };

  async function identify(token: string | undefined): Promise<VerifiedToken> {
    if (token === undefined) {
      throw ThreadError.of("NO_TOKEN", {});
    }
    const verified = await verifier.verify(token);
    await register.admit(verified);
    return verified;
  }

  /** The contract requires identifying the caller first, so that a refusal reveals nothing to a stranger. */
  async function answer(method: string, given: unknown, token: string | undefined): Promise<object> {
    const { caller } = await identify(token);
    if (workspace !== undefined && caller.workspaceId !== workspace) {
      throw ThreadError.of("SERVICE_OF_OTHER_WORKSPACE", {});
    }
    const context: MethodContext = { ...tools, caller, now: clock.now() };
    if (isExtensionName(method)) {
      return EXTENSIONS[method].run(checkParams(method, given) as never, context);
    }
    if (!isMethodName(method)) {
      throw ThreadError.of("UNKNOWN_METHOD", { known: [...METHOD_NAMES, ...EXTENSION_NAMES].join(", ") });
    }
    const params = checkParams(method, given);
    checkHints(method, params, caller);
    return (METHODS[method] as Method<MethodName>).run(params, context);
  }

  // Without a runtime every delivery would fail. Another process may have one.
  const isWaking = runtime !== noRuntime;
  const checks = new Set<Promise<void>>();

  return {
    call: async (method: string, params: unknown, token?: string) => {
      try {
        return (await answer(method, params, token)) as never;
      } catch (thrown) {
        throw refusalOf(thrown, options.onFault);
      }
    },
    runDueWakes: async () => {
      if (!isWaking) return;
      const check = runDueWakes(tools).finally(() => checks.delete(check));
      checks.add(check);
      return check;
    },
    checksEnded: async () => {
      while (checks.size > 0) await Promise.allSettled(checks);
    },
    nextWakeAt: async () => (isWaking ? store.read(nextLook) : undefined),
    onScheduled: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stopWaiting: () => news.close(),
    close: () => {
      news.close();
      return store.close();
    },
  };
}

/** Turns any error into a refusal, so that no caller sees a stack trace. */
function refusalOf(thrown: unknown, onFault: ThreadServiceOptions["onFault"]): ThreadError {
  if (thrown instanceof ThreadError) return thrown;
  if (thrown instanceof StorageTrouble) {
    const { message: trouble, retryAfterMs } = thrown;
    return ThreadError.of("STORE_TROUBLE", { trouble }, { retryAfterMs, cause: thrown });
  }
  const refusal = ThreadError.of("FAULT", {}, { retryAfterMs: 1000, cause: thrown });
  onFault?.(thrown, refusal.requestId);
  return refusal;
}
