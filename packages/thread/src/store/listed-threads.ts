import { type SelectQueryBuilder, sql } from "kysely";
import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { Tables, ThreadRow } from "./tables.js";

/** A thread in the list of an agent. */
export interface ListedThread extends ThreadRow {
  /** Number of messages that the agent has not acknowledged; null if there is none. */
  readonly unread: number | null;
}

interface Range {
  readonly workspace: string;
  readonly agent: string;
  /** Exclusive upper bound of the ids, which rise with time. */
  readonly before: string;
  readonly most: number;
}

type Query = SelectQueryBuilder<Tables, "threads", object>;

const listOf = listing((query, p) =>
  query.where("threads.thread_id", "in", ({ selectFrom }) =>
    // Limited here as well: otherwise the database collects every thread of the agent first.
    selectFrom("participants")
      .innerJoin("threads as own", "own.thread_id", "participants.thread_id")
      .select("participants.thread_id")
      .where("participants.agent_id", "=", p.agent)
      .where("own.workspace_id", "=", p.workspace)
      .where("participants.thread_id", "<", p.before)
      .orderBy("participants.thread_id", "desc")
      .limit(p.most),
  ),
);

const listBy = listing((query, p) => query.where("threads.created_by", "=", p.agent));

const listIn = listing((query) => query);

const listUnread = listing((query, p) =>
  query.where("threads.thread_id", "in", ({ selectFrom }) =>
    selectFrom("unread")
      .select("unread.thread_id")
      .where("unread.workspace_id", "=", p.workspace)
      .where("unread.agent_id", "=", p.agent)
      .where("unread.thread_id", "<", p.before)
      .orderBy("unread.thread_id", "desc")
      .limit(p.most),
  ),
);

function listing(narrowed: (query: Query, p: Range) => Query) {
  return statement((db, p: Range) =>
    narrowed(db.selectFrom("threads"), p)
      .leftJoin("unread", (join) =>
        join
          .onRef("unread.thread_id", "=", "threads.thread_id")
          .on("unread.workspace_id", "=", p.workspace)
          .on("unread.agent_id", "=", p.agent),
      )
      .selectAll("threads")
      .select(sql<number | null>`threads.last_seq - unread.known`.as("unread"))
      .where("threads.workspace_id", "=", p.workspace)
      .where("threads.thread_id", "<", p.before)
      .orderBy("threads.thread_id", "desc")
      .limit(p.most)
      .$castTo<ListedThread>(),
  );
}

/** The threads in which an agent participates, the newest first. */
export const threadsOf = (tx: Transaction, range: Range): Promise<readonly ListedThread[]> => tx.run(listOf, range);

/** The threads that an agent has opened, the newest first. */
export const threadsBy = (tx: Transaction, range: Range): Promise<readonly ListedThread[]> => tx.run(listBy, range);

/** The threads of a workspace, the newest first. */
export const threadsIn = (tx: Transaction, range: Range): Promise<readonly ListedThread[]> => tx.run(listIn, range);

/** The threads in which a participant has unread messages, the newest first. */
export const threadsWithUnread = (tx: Transaction, range: Range): Promise<readonly ListedThread[]> =>
  tx.run(listUnread, range);
