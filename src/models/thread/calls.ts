/** The calls that are tried: most of them right, and some wrong in one place. */

import type { Params } from "../../conformance/fixture/case.js";
import { captured } from "../../conformance/fuzz/captured-value.js";
import type { Arbitrary, Generators, ModelCall } from "../../conformance/fuzz/model.js";
import { actorOf, IMPOSTORS, OVERSEERS, STRANGERS, WORKERS } from "./actors.js";
import type { MethodName } from "./params.js";
import { messageName, threadName } from "./state.js";

const WEIGHTS: Readonly<Record<MethodName, number>> = {
  create_thread: 22,
  get_thread: 6,
  post_message: 40,
  read_messages: 14,
  ack_read: 12,
  update_thread_status: 24,
  summarize_thread: 8,
  heartbeat_session: 6,
  trigger_participant: 10,
};

/** Low ones more often, so that most of them are there. */
const THREADS = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3] as const;
const PLACES = [1, 1, 1, 2, 2, 3, 4, 6] as const;

const TEXTS = ["one", "two", "'; DROP TABLE messages; --", "{{thread_1}} \\n", "Ünï 文 🙂", "a\nb\tc"] as const;
const EVENTS = [
  "finding_reported",
  "finding_reported",
  "fix_pushed",
  "finding_verified",
  "finding_verified",
  "finding_rejected",
  "thread_escalated",
  "thread_resolved",
  "team.ready",
  "no_such_event",
] as const;

/** A placeholder for the name of the actor. */
const OWN = "own";

/** One value in the wrong form for each of these names, and a name that no method has. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  title: ["", 7, "a\u0000b", "x".repeat(201)],
  type: ["chat", null],
  participants: [[], "reviewer_agent", ["a", "a"], ["' OR 1=1"]],
  kind: ["note", 1],
  body: ["", 7, "a\u001bb"],
  schema_version: [2, "1", 0],
  metadata: ["text", []],
  limit: [0, 201, 1.5, "5"],
  since_seq: [-1, "1"],
  last_read_seq: [-1, 0.5, "1"],
  status: ["open", 1],
  reason: ["", "a\nb"],
  max_messages: [0, 1_001],
  target_agent_id: ["", 5],
  trigger_prompt: ["", "a\u001bb"],
  runtime: ["", "Codex CLI"],
  resumable: ["yes"],
  agent_id: ["", 5],
  unheard_of: [1],
};

export function callsFrom(fc: Generators): Arbitrary<ModelCall> {
  const right = methodCalls(fc);
  return fc.oneof(
    { weight: 18, arbitrary: right },
    {
      weight: 2,
      arbitrary: fc.tuple(right, fc.integer({ min: 0, max: 1_000 })).map(([call, dice]) => spoilt(call, dice)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(right, fc.constantFrom(undefined, ...IMPOSTORS)).map(([call, as]) => {
        const { as: _, ...rest } = call;
        return as === undefined ? rest : { ...rest, as };
      }),
    },
  );
}

function methodCalls(fc: Generators): Arbitrary<ModelCall> {
  const thread = fc.constantFrom(...THREADS);
  const thread_id = thread.map((number) => captured(threadName(number), "th_none"));
  const text = fc.constantFrom(...TEXTS);
  const status = fc.constantFrom("active", "blocked", "resolved", "closed");
  const rarely = <T>(value: Arbitrary<T>) =>
    fc.oneof<T | undefined>({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
  const agent_id = fc.constantFrom(OWN, OWN, OWN, OWN, OWN, OWN, "somebody_else");
  const reply = fc
    .tuple(thread, fc.constantFrom(...PLACES))
    .map(([number, seq]) => captured(messageName(number, seq), "msg_none"));
  const metadata = fc.constantFrom<Params>({}, { a: 1, b: [true, null] }, { b: [true, null], a: 1 });
  const key = fc.constantFrom("key-1", "key-1", "key-1", "key-2");
  const common = { thread_id, schema_version: fc.constant(1), in_reply_to: rarely(reply) };
  const required = ["thread_id", "schema_version", "kind", "body"];
  const members: Readonly<Record<MethodName, Arbitrary<Params>>> = {
    create_thread: record(
      fc,
      {
        title: text.map((value) => value.replaceAll(/[\n\t]/gu, " ")),
        type: fc.constantFrom("conversation", "workflow", "incident"),
        participants: fc.oneof<unknown>(
          { weight: 5, arbitrary: fc.constant(["builder_agent", "reviewer_agent"]) },
          { weight: 1, arbitrary: fc.constantFrom(["reviewer_agent"], ["builder_agent"]) },
        ),
        created_by: agent_id,
      },
      ["title", "type", "participants"],
    ),
    get_thread: record(fc, { thread_id }, ["thread_id"]),
    post_message: fc.oneof(
      record(
        fc,
        {
          ...common,
          kind: fc.constantFrom("chat", "chat", "chat", "chat", "chat", "system"),
          body: text,
          metadata: rarely(metadata),
        },
        [...required, "in_reply_to", "metadata"],
      ),
      // Few payloads, so that a key often comes back with the same one.
      record(
        fc,
        {
          thread_id,
          schema_version: fc.constant(1),
          kind: fc.constant("chat"),
          body: fc.constantFrom("one", "one", "one", "one", "two"),
          metadata: rarely(metadata),
          idempotency_key: key,
        },
        [...required, "metadata", "idempotency_key"],
      ),
      record(
        fc,
        {
          ...common,
          kind: fc.constant("event"),
          body: text,
          in_reply_to: fc.oneof<unknown>(fc.constant(undefined), reply),
          metadata: fc.constantFrom(...EVENTS).map((event_type) => ({ event_type, severity: "high" })),
          sender_agent_id: agent_id,
        },
        [...required, "in_reply_to", "metadata"],
      ),
    ),
    read_messages: record(
      fc,
      { thread_id, agent_id, since_seq: fc.constantFrom(0, 0, 1, 2, 9), limit: fc.constantFrom(1, 2, 50, 200) },
      ["thread_id"],
    ),
    ack_read: record(fc, { thread_id, agent_id, last_read_seq: fc.constantFrom(0, 1, 1, 2, 2, 3, 5, 9) }, [
      "thread_id",
      "last_read_seq",
    ]),
    update_thread_status: record(fc, { thread_id, agent_id, status, reason: fc.constant("because") }, [
      "thread_id",
      "status",
      "reason",
    ]),
    summarize_thread: record(fc, { thread_id, max_messages: fc.constantFrom(1, 200, 1_000) }, ["thread_id"]),
    heartbeat_session: record(
      fc,
      {
        runtime: fc.constant("codex_cli"),
        resumable: fc.boolean(),
        status: fc.constantFrom("active", "idle", "offline"),
        agent_id,
        management_mode: fc.constantFrom("managed", "unmanaged"),
      },
      ["runtime", "resumable", "status"],
    ),
    trigger_participant: record(
      fc,
      {
        thread_id,
        target_agent_id: fc.constantFrom(
          ...["builder_agent", "builder_agent", "reviewer_agent", "reviewer_agent", "coordinator_agent"],
        ),
        reason: fc.constant("news"),
        trigger_prompt: text,
        force: rarely(fc.boolean()),
        audit_metadata: rarely(fc.constant({ decided_by: "human_operator", why: "urgent" })),
      },
      ["thread_id", "target_agent_id", "reason", "trigger_prompt", "force", "audit_metadata"],
    ),
  };
  const as = fc.oneof<string>(
    { weight: 8, arbitrary: fc.constantFrom(...WORKERS) },
    { weight: 6, arbitrary: fc.constantFrom(...OVERSEERS) },
    { weight: 1, arbitrary: fc.constantFrom(...STRANGERS) },
  );
  return fc.oneof(
    ...(Object.entries(members) as [MethodName, Arbitrary<Params>][]).map(([tool, params]) => ({
      weight: WEIGHTS[tool],
      arbitrary: fc.tuple(as, params).map(([by, given]): ModelCall => ({ tool, params: filled(given, by), as: by })),
    })),
  );
}

/** Drops undefined members and fills in the name of the actor. */
function filled(params: Params, by: string): Params {
  const members = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, value === OWN ? actorOf(by)?.agent : value]));
}

function record(
  fc: Generators,
  members: Readonly<Record<string, Arbitrary<unknown>>>,
  requiredKeys: readonly string[],
): Arbitrary<Params> {
  return fc.record(members, { requiredKeys, noNullPrototype: true });
}

/** The same call without one of its parameters, or with one in the wrong form. */
function spoilt(call: ModelCall, dice: number): ModelCall {
  const names = Object.keys(call.params);
  const name = names[dice % names.length] ?? "";
  const { [name]: _, ...rest } = call.params;
  const wrong = [...(WRONG[name] ?? []), undefined];
  const value = wrong[dice % wrong.length];
  if (dice % 5 === 0) return { ...call, params: { ...call.params, unheard_of: 1 } };
  return { ...call, params: value === undefined ? rest : { ...rest, [name]: value } };
}
