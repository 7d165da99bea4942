import { setTimeout as wait } from "node:timers/promises";
import type { Ledger, Post } from "./ledger.js";
import type { Outcome, Refusal, Victim } from "./victim.js";

/** The agents that post and read. The lead also changes the status. */
export const POSTERS = ["ada", "ben"] as const;
export const ROLES = { lead: "orchestrator", ada: "worker", ben: "worker" } as const;

const RETRY_MS = 20;

/** A body that takes several pages of the database. */
const LONG = "What was found on the way, line by line.\n".repeat(200);

export interface Work {
  /** Called after each post is requested. */
  readonly onPost: () => void;
  /** Whether a refusal is acceptable. Any other refusal ends the work. */
  readonly bears: (refusal: Refusal) => boolean;
  /** Whether the work should end. */
  readonly ended: () => boolean;
}

/** Posts, reads and changes of status at the same time, until the process is gone or the work is to end. */
export async function workOn(ledger: Ledger, victim: Victim, work: Work): Promise<readonly string[]> {
  const surprises: string[] = [];
  const known = (outcome: Outcome | undefined): Outcome | undefined => {
    if (outcome !== undefined && "refusal" in outcome && !work.bears(outcome.refusal)) {
      surprises.push(`${outcome.refusal.code}: ${outcome.refusal.message}`);
    }
    return outcome;
  };
  await Promise.all([...POSTERS.flatMap((agent) => [post(agent, true), post(agent, false)]), changeStatus("blocked")]);
  return surprises;

  async function post(agent: string, reads: boolean): Promise<void> {
    while (!work.ended()) {
      const post = nextPost(ledger, agent);
      const outcome = victim.call(agent, "post_message", post.params).then(known);
      work.onPost();
      post.outcome = await outcome;
      if (post.outcome === undefined) return;
      if ("refusal" in post.outcome) await wait(RETRY_MS);
      if (reads && "answer" in post.outcome) await read(agent, Number(post.outcome.answer["seq"]));
    }
  }

  async function read(agent: string, seq: number): Promise<void> {
    const cursor = ledger.cursors.get(agent) ?? { known: 0, asked: 0 };
    ledger.cursors.set(agent, cursor);
    cursor.asked = seq;
    const outcome = known(await victim.call(agent, "ack_read", { thread_id: ledger.thread, last_read_seq: seq }));
    if (outcome !== undefined && "answer" in outcome) cursor.known = seq;
  }

  async function changeStatus(to: string): Promise<void> {
    if (work.ended()) return;
    ledger.statuses.push(to);
    const params = { thread_id: ledger.thread, status: to, reason: "It is tried." };
    const outcome = known(await victim.call("lead", "update_thread_status", params));
    if (outcome === undefined) return;
    if ("answer" in outcome) ledger.statuses = [to];
    else await wait(RETRY_MS);
    return changeStatus(to === "blocked" ? "active" : "blocked");
  }
}

function nextPost({ thread, posts }: Ledger, agent: string): Post {
  const number = posts.length + 1;
  const params = {
    thread_id: thread,
    schema_version: 1,
    kind: "chat",
    body: `Message ${number} of ${agent}. ${number % 5 === 0 ? LONG : ""}`,
    metadata: { number },
    idempotency_key: `post-${number}`,
  } as const;
  const post = { agent, params };
  posts.push(post);
  return post;
}
