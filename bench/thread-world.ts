/** The thread service as `npm run bench:size` calls it, with a clock that can be moved past the delays of wake-ups. */
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import {
  createThreadService,
  createVerifier,
  keysFromFile,
  noRuntime,
  openStore,
  type Runtime,
  startLooking,
  systemClock,
} from "../packages/thread/src/index.js";
import { signAgents } from "../packages/thread/src/testing/crash/agents.js";

export interface World {
  readonly calls: readonly string[];
  readonly wakes: readonly string[];
  /** The thread that the calls use. */
  readonly thread: string;
  /** Makes one call of a kind. */
  call(what: string): Promise<unknown>;
  /** Wakes an agent. @returns the milliseconds until the runtime had the prompt */
  wake(what: string): Promise<number>;
  /** Lets the readers stand in the middle of so many messages. */
  filled(messages: number): void;
  close(): Promise<void>;
}

const AGENTS = { lead: "orchestrator", ada: "worker", bob: "worker", cleo: "worker" } as const;
type Agent = keyof typeof AGENTS;
const BODY = "The second review found what the first one left open, in three places.\n".repeat(3);

export async function openWorld(database: string, folder: string): Promise<World> {
  const agents = await signAgents(folder, AGENTS);
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const verifier = createVerifier({ keys: await keysFromFile(agents.keysFile), clock: systemClock });
  const taken = new Set<(at: number) => void>();
  const runtime: Runtime = {
    ...noRuntime,
    trigger: async () => {
      for (const tell of taken) tell(performance.now());
      return "delivered";
    },
  };
  const store = await openStore(database);
  const service = createThreadService({ store, verifier, runtime, clock });
  const stopLooking = startLooking(service, (text) => process.stderr.write(`${text}\n`), clock);
  const as = (agent: Agent) => (method: string, params: object) => service.call(method, params, agents.tokenOf(agent));
  const [lead, ada, bob] = [as("lead"), as("ada"), as("bob")];
  const opened = { title: "Bench", type: "workflow", participants: ["lead", "ada", "bob"] };
  const { thread_id } = (await lead("create_thread", opened)) as { thread_id: string };
  const beat = { runtime: "codex_cli", management_mode: "managed", resumable: true };
  const idle = () => bob("heartbeat_session", { ...beat, status: "idle" });
  const post = (by: ReturnType<typeof as>) =>
    by("post_message", { thread_id, schema_version: 1, kind: "chat", body: BODY, idempotency_key: randomUUID() });
  const trigger = () =>
    lead("trigger_participant", { thread_id, target_agent_id: "bob", reason: "news", trigger_prompt: "Read on." });
  await idle();

  let read = 0;
  const calls: Record<string, () => Promise<unknown>> = {
    post_message: () => post(lead),
    "read_messages, 50": () => ada("read_messages", { thread_id, since_seq: read, limit: 50 }),
    "ack_read, one message": () => ada("ack_read", { thread_id, last_read_seq: ++read }),
    "ack_read, everything": async () => {
      const { seq } = (await post(lead)) as { seq: number };
      await lead("ack_read", { thread_id, last_read_seq: seq });
    },
    get_thread: () => ada("get_thread", { thread_id }),
    update_thread_status: async () => {
      await lead("update_thread_status", { thread_id, status: "blocked", reason: "bench" });
      await lead("update_thread_status", { thread_id, status: "active", reason: "bench" });
    },
    "list_threads, 50": () => ada("list_threads", { limit: 50 }),
    "list_threads, unread": () => ada("list_threads", { limit: 50, unread_only: true }),
    heartbeat_session: idle,
    trigger_participant: async () => {
      // Triggers within five seconds share one prompt.
      ahead += 6_000;
      await idle();
      await trigger();
    },
  };
  /** What happens before, and the call that delivers the prompt. */
  const wakes: Record<string, { readonly before: () => Promise<unknown>; readonly delivers: () => Promise<unknown> }> =
    {
      "of an idle session": { before: idle, delivers: trigger },
      "of a session that gets idle": {
        before: async () => {
          await bob("heartbeat_session", { ...beat, status: "active" });
          await trigger();
        },
        delivers: idle,
      },
    };
  return {
    calls: Object.keys(calls),
    wakes: Object.keys(wakes),
    thread: thread_id,
    call: async (what) => calls[what]?.(),
    wake: async (what) => {
      ahead += 6_000;
      await post(lead);
      await wakes[what]?.before();
      let tell = (_: number) => {};
      const arrived = new Promise<number>((resolve) => {
        tell = resolve;
      });
      taken.add(tell);
      const began = performance.now();
      await wakes[what]?.delivers();
      const at = await arrived;
      taken.delete(tell);
      return at - began;
    },
    filled: (messages) => {
      read = Math.floor(messages / 2);
    },
    close: async () => {
      await stopLooking();
      await service.close();
    },
  };
}
