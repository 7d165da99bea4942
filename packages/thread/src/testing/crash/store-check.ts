import type { ThreadService } from "../../thread-service.js";
import type { Agents } from "./agents.js";
import { brokenPromises, type Found, type Ledger, type StoredMessage } from "./ledger.js";
import { POSTERS } from "./work.js";

/** The content of the store, as the service reads it. */
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
  /** Posts without an answer that are in the store. */
  readonly kept: number;
}

/**
 * Checks every promise, repeats every post without an answer and some with one, and checks again. Afterwards the outcome
 * of every post is known.
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
