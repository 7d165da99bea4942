import { ManualClock } from "@nexus-core/service/testing/manual-clock";
import { temporaryFolder } from "@nexus-core/service/testing/temporary-folder";
import { type Environment, readConfig } from "../config.js";
import { ThreadError } from "../contract/thread-error.js";
import type { ErrorEnvelope } from "../generated/contract.js";
import { openService } from "../open-service.js";
import type { ThreadService } from "../thread-service.js";
import { claimsOf, KEYS_FILE, signed } from "./tokens.js";

export interface TestService {
  readonly service: ThreadService;
  readonly folder: string;
  /** Moves the clock of the service. */
  advance(milliseconds: number): void;
  now(): number;
  /** Calls methods as an agent. A refusal is returned as the error of its envelope. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they are
  as(agent: string, claims?: Readonly<Record<string, unknown>>): (method: string, params: unknown) => Promise<any>;
}

export { temporaryFolder };

/** A service with its own database and a clock that moves only by hand. */
export async function openTestService(environment: Environment = {}, folder = temporaryFolder()): Promise<TestService> {
  const clock = new ManualClock();
  const config = readConfig({ THREAD_KEYS: KEYS_FILE, ...environment }, folder);
  const faults: unknown[] = [];
  const service = await openService({ config, clock, onFault: (fault) => faults.push(fault) });
  return {
    service,
    folder,
    advance: (milliseconds) => clock.advance(milliseconds),
    now: () => clock.now(),
    as: (agent, claims = {}) => {
      const token = signed(claimsOf({ agent_id: agent, ...claims }));
      return async (method, params) => {
        const answer = await outcomeOf(service.call(method, params, token));
        if (faults.length > 0) throw faults[0];
        return answer;
      };
    },
  };
}

/** The answer, or the error of a refusal's envelope. */
export async function outcomeOf(call: Promise<object>): Promise<object | ErrorEnvelope["error"]> {
  try {
    return await call;
  } catch (thrown) {
    if (thrown instanceof ThreadError) return thrown.toEnvelope().error;
    throw thrown;
  }
}
