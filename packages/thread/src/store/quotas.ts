import type { Quota } from "../quota.js";
import { statement } from "./statement.js";
import type { Transaction } from "./store.js";

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

const takeTurn = statement((db, p: Arrival) =>
  db
    .insertInto("quotas")
    .values({ workspace_id: p.workspace, agent_id: p.agent, arrival_us: p.afterNow })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "agent_id"])
        .doUpdateSet(({ eb, ref }) => ({
          arrival_us: eb
            .case()
            .when("quotas.arrival_us", ">", p.now)
            .then(eb("quotas.arrival_us", "+", p.interval))
            .else(ref("excluded.arrival_us"))
            .end(),
        }))
        .where("quotas.arrival_us", "<=", p.latest),
    )
    .returning("arrival_us"),
);

/**
 * Takes one post out of an agent's quota by the generic cell rate algorithm: what is used up is refilled evenly. One
 * statement, so that posts at the same time cannot both have the last one.
 * @returns 0, or after how many milliseconds there is one again; nothing was taken then
 */
export async function takeFromQuota(tx: Transaction, quota: Quota, { workspace, agent, now }: PostBy): Promise<number> {
  const interval = Math.ceil((quota.perMs * 1000) / quota.burst);
  const nowUs = Math.floor(now * 1000);
  // As long as the posts that are taken reach no farther ahead than this, there is one left.
  const latest = nowUs + interval * (quota.burst - 1);
  const turn = { workspace, agent, now: nowUs, interval, latest, afterNow: nowUs + interval };
  if ((await tx.run(takeTurn, turn)).length > 0) return 0;
  const [row] = await tx.run(findArrival, { workspace, agent });
  return Math.max(1, Math.ceil(((row?.arrival_us ?? nowUs) - latest) / 1000));
}
