import { type OnConflictBuilder, sql } from "kysely";
import type { Quota } from "../base/quota.js";
import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { Tables } from "./tables.js";

export interface PostBy {
  readonly workspace: string;
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Arrival {
  readonly workspace: string;
  readonly agent: string;
  readonly now: number;
  readonly interval: number;
  readonly latest: number;
  readonly afterNow: number;
}

const findArrival = statement((db, p: { workspace: string; agent: string }) =>
  db.selectFrom("quotas").select("arrival_us").where("workspace_id", "=", p.workspace).where("agent_id", "=", p.agent),
);

/** Like `takeTurn`, but only if the key is unused in the thread. */
const takeTurnForKey = statement((db, p: Arrival & { readonly thread: string; readonly key: string }) =>
  db
    .insertInto("quotas")
    .columns(["workspace_id", "agent_id", "arrival_us"])
    .expression(() =>
      db
        .selectNoFrom([
          sql<string>`cast(${p.workspace} as text)`.as("workspace_id"),
          sql<string>`cast(${p.agent} as text)`.as("agent_id"),
          sql<number>`cast(${p.afterNow} as bigint)`.as("arrival_us"),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("messages")
                .select("seq")
                .where("thread_id", "=", p.thread)
                .where("sender_agent_id", "=", p.agent)
                .where("idempotency_key", "=", p.key),
            ),
          ),
        ),
    )
    .onConflict((conflict) => laterArrival(conflict, p))
    .returning("arrival_us"),
);

const takeTurn = statement((db, p: Arrival) =>
  db
    .insertInto("quotas")
    .values({ workspace_id: p.workspace, agent_id: p.agent, arrival_us: p.afterNow })
    .onConflict((conflict) => laterArrival(conflict, p))
    .returning("arrival_us"),
);

function laterArrival(conflict: OnConflictBuilder<Tables, "quotas">, p: Arrival) {
  return conflict
    .columns(["workspace_id", "agent_id"])
    .doUpdateSet(({ eb, ref }) => ({
      arrival_us: eb
        .case()
        .when("quotas.arrival_us", ">", p.now)
        .then(eb("quotas.arrival_us", "+", p.interval))
        .else(ref("excluded.arrival_us"))
        .end(),
    }))
    .where("quotas.arrival_us", "<=", p.latest);
}

/**
 * Charges one post to an agent's quota by the generic cell rate algorithm, which refills evenly. It is one statement, so
 * that two concurrent posts cannot both take the last place.
 * @returns 0 on success, or else the milliseconds until the next post is possible; nothing is charged then
 */
export async function takeFromQuota(tx: Transaction, quota: Quota, by: PostBy): Promise<number> {
  const turn = turnOf(quota, by);
  if ((await tx.run(takeTurn, turn)).length > 0) return 0;
  const [row] = await tx.run(findArrival, { workspace: by.workspace, agent: by.agent });
  return Math.max(1, Math.ceil(((row?.arrival_us ?? turn.now) - turn.latest) / 1000));
}

/**
 * Charges one post to an agent's quota if its key is new in the thread. It is one statement, because this is the common
 * case. The caller has locked the thread, so the key stays new.
 * @returns false if the key is known or the quota is used up; nothing is charged then
 */
export async function takeForNewKey(
  tx: Transaction,
  quota: Quota,
  { thread, key, ...by }: PostBy & { readonly thread: string; readonly key: string },
): Promise<boolean> {
  return (await tx.run(takeTurnForKey, { ...turnOf(quota, by), thread, key })).length > 0;
}

function turnOf(quota: Quota, { workspace, agent, now }: PostBy): Arrival {
  const interval = Math.ceil((quota.perMs * 1000) / quota.burst);
  const nowUs = Math.floor(now * 1000);
  // Another post is possible if the charged posts do not extend beyond this time.
  const latest = nowUs + interval * (quota.burst - 1);
  return { workspace, agent, now: nowUs, interval, latest, afterNow: nowUs + interval };
}
