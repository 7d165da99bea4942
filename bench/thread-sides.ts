/** The two sides of `npm run bench:thread`: the thread service, and the bare library that does the same inserts. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import Database from "libsql";
import pg from "pg";
import {
  createThreadService,
  createVerifier,
  keysFromFile,
  noRuntime,
  openStore,
  systemClock,
} from "../packages/thread/src/index.js";
import { signAgents } from "../packages/thread/src/testing/crash/agents.js";

/** How many agents can post to a side. */
const MOST_AGENTS = 32;

/** One side of the comparison. */
export interface Side {
  /**
   * Appends a message to a thread, and returns when it is durable.
   * @param agent the number of the agent that posts
   */
  post(thread: string, agent: number): Promise<void>;
  /** Reads the 50 messages after the first. */
  read(thread: string, agent: number): Promise<void>;
  close(): Promise<void>;
}

export type Kind = "service" | "bare";

export const PAGE = 50;
export const BODY = "The second review found what the first one left open, in three places.\n".repeat(3);
/** More than the bench posts, so that the quota is checked and never used up. */
const QUOTA = { burst: 1_000_000, perMs: 1000 };

/** The service, which also makes threads. */
export interface ServiceSide extends Side {
  newThread(): Promise<string>;
}

/** @param folder for the keys; each process has its own */
export async function openService(database: string, folder: string): Promise<ServiceSide> {
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: MOST_AGENTS }, (_, number) => `agent-${number}`);
  const agents = await signAgents(folder, Object.fromEntries(names.map((name) => [name, "orchestrator"])));
  const verifier = createVerifier({ keys: await keysFromFile(agents.keysFile), clock: systemClock });
  const store = await openStore(database);
  const service = createThreadService({ store, verifier, runtime: noRuntime, quota: QUOTA });
  const tokens = names.map((name) => agents.tokenOf(name));
  return {
    newThread: async () => {
      const params = { title: "Bench", type: "workflow", participants: names };
      return (await service.call("create_thread", params, tokens[0])).thread_id;
    },
    post: async (thread, agent) => {
      const idempotency_key = randomUUID();
      const message = { thread_id: thread, schema_version: 1, kind: "chat", body: BODY, idempotency_key };
      await service.call("post_message", message, tokens[agent]);
    },
    read: async (thread, agent) => {
      await service.call("read_messages", { thread_id: thread, since_seq: 1, limit: PAGE }, tokens[agent]);
    },
    close: () => service.close(),
  };
}

const COUNT = "update threads set last_seq = last_seq + 1, updated_at = $1 where thread_id = $2 returning last_seq";
const INSERT =
  "insert into messages (message_id, thread_id, seq, kind, sender_agent_id, sender_session_id, idempotency_key, " +
  "payload_digest, thread_status, created_at, body) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
const SELECT = "select * from messages where thread_id = $1 and seq > $2 and seq <= $3 order by seq";

function row(thread: string, seq: number): readonly (string | number)[] {
  const sender = ["chat", "ada", "sess_ada"];
  return [randomUUID(), thread, seq, ...sender, randomUUID(), randomUUID(), "active", Date.now(), BODY];
}

/** libsql on the service's own tables: one transaction for each post, because a post returns when it is on disk. */
export function openBareSqlite(path: string): Side {
  const database = new Database(path);
  for (const pragma of ["busy_timeout = 10000", "journal_mode = wal", "synchronous = full"]) {
    database.exec(`pragma ${pragma}`);
  }
  const [begin, count, insert, commit, select] = ["begin immediate", COUNT, INSERT, "commit", SELECT].map((sql) =>
    database.prepare(sql.replaceAll(/\$\d+/g, "?")),
  );
  let turn: Promise<void> = Promise.resolve();
  return {
    // A post waits for its turn, and that wait counts as part of its time.
    post: (thread) => {
      turn = turn.then(() => {
        begin?.run([]);
        const counted = count?.get([Date.now(), thread]) as { readonly last_seq: number };
        insert?.run([...row(thread, counted.last_seq)]);
        commit?.run([]);
      });
      return turn;
    },
    read: async (thread) => {
      select?.all([thread, 1, 1 + PAGE]);
    },
    close: async () => {
      database.close();
    },
  };
}

/** pg on the service's own tables, with the same number of connections and with prepared statements. */
export function openBarePostgres(url: string): Side {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: "-c search_path=nexus_thread" });
  // The server may stop before its last connection has closed.
  pool.on("error", () => undefined);
  return {
    post: async (thread) => {
      const client = await pool.connect();
      await client.query("begin");
      const { rows } = await client.query({ name: "count", text: COUNT, values: [Date.now(), thread] });
      const { last_seq } = rows[0] as { readonly last_seq: string };
      await client.query({ name: "insert", text: INSERT, values: [...row(thread, Number(last_seq))] });
      await client.query("commit");
      client.release();
    },
    read: async (thread) => {
      await pool.query({ name: "select", text: SELECT, values: [thread, 1, 1 + PAGE] });
    },
    close: () => pool.end(),
  };
}
