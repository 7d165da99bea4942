import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql";
import pg from "pg";
import type { ThreadService } from "../../thread-service.js";
import type { Agents } from "./agents.js";
import { brokenPromises, type Found, type Ledger, type StoredMessage } from "./ledger.js";
import { POSTERS } from "./work.js";

/** What is in the store, as the service tells it. */
async function foundIn(service: ThreadService, thread: string, agents: Agents): Promise<Found> {
  const messages: StoredMessage[] = [];
  const lead = agents.tokenOf("lead");
  for (let more = true; more; ) {
    const since_seq = messages.at(-1)?.seq ?? 0;
    const page = await service.call("read_messages", { thread_id: thread, since_seq, limit: 200 }, lead);
    messages.push(...(page.messages as readonly StoredMessage[]));
    more = page.has_more;
  }
  const { status, updated_at: updatedAt } = await service.call("get_thread", { thread_id: thread }, lead);
  const cursors = new Map<string, number>();
  for (const agent of POSTERS) {
    const { cursor } = await service.call("get_thread", { thread_id: thread }, agents.tokenOf(agent));
    cursors.set(agent, cursor?.last_read_seq ?? 0);
  }
  return { messages, status, updatedAt, cursors };
}

export interface Settled {
  readonly findings: readonly string[];
  /** Posts that nobody was told of, and that are there all the same. */
  readonly kept: number;
}

/**
 * Looks whether everything that was promised is there, asks again for every post without an answer and for some that
 * had one, and looks once more. What was unknown is known afterwards.
 */
export async function settle(service: ThreadService, ledger: Ledger, agents: Agents): Promise<Settled> {
  const found = await foundIn(service, ledger.thread, agents);
  const findings = [...brokenPromises(ledger, found)];
  const bodies = new Set(found.messages.map(({ body }) => body));
  let kept = 0;
  for (const post of ledger.posts) {
    const before = post.outcome !== undefined && "answer" in post.outcome ? post.outcome.answer : undefined;
    if (before === undefined && bodies.has(post.params.body)) kept += 1;
    if (before !== undefined && post.params.metadata.number % 7 !== 0) continue;
    const answer = { ...(await service.call("post_message", post.params, agents.tokenOf(post.agent))) };
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(answer)) {
      findings.push(
        `${post.params.idempotency_key} was answered ${JSON.stringify(before)}, then ${JSON.stringify(answer)}`,
      );
    }
    post.outcome = { answer };
  }
  ledger.statuses = [found.status];
  ledger.updatedAt = found.updatedAt;
  for (const [agent, at] of found.cursors) ledger.cursors.set(agent, { known: at, asked: at });
  const settled = await foundIn(service, ledger.thread, agents);
  if (settled.messages.length !== ledger.posts.length) {
    findings.push(`${ledger.posts.length} posts gave ${settled.messages.length} messages`);
  }
  return { findings: [...findings, ...brokenPromises(ledger, settled)], kept };
}

/** What SQLite itself finds wrong in a file. */
export function damageOf(path: string): readonly string[] {
  const database = new Database(path);
  try {
    const rows = database.prepare("pragma integrity_check").all([]) as readonly { readonly integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  } finally {
    database.close();
  }
}

/** Waits until PostgreSQL has come to the end of what a process asked for that is no more. */
export async function untilIdle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        "select pid from pg_stat_activity where application_name = 'nexus-thread' and datname = current_database()",
      );
      if (rows.length === 0) return;
      await wait(10);
    }
  } finally {
    await client.end();
  }
}
