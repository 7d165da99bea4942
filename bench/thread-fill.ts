/** Fills the tables of the thread service faster than its calls could. */
import Database from "libsql";
import pg from "pg";
import type { World } from "./thread-world.js";

export interface Size {
  readonly messages: number;
  readonly threads: number;
  readonly sessions: number;
}

/** The numbers from 1 to a limit, for either database. */
const numbers = (limit: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${limit}) select`;

/** Adds messages of one agent to the world's thread, other threads with an unread message, and old sessions. */
export async function fill(database: string, world: World, size: Size): Promise<void> {
  const thread = `'${world.thread}'`;
  const body = `'${"What the first review left open is in three places. ".repeat(4)}'`;
  const statements = [
    `insert into messages (message_id, thread_id, seq, kind, sender_agent_id, sender_session_id, thread_status,
      created_at, body) ${numbers(size.messages)} 'msg_fill_' || i, ${thread}, i, 'chat', 'lead', 'sess_lead', 'active',
      1000 + i, ${body} from n`,
    `update threads set last_seq = ${size.messages} where thread_id = ${thread}`,
    `insert into unread (workspace_id, agent_id, thread_id, known)
      select 'ws_trial', agent_id, thread_id, 0 from participants where agent_id in ('ada', 'bob')`,
    `insert into threads (thread_id, workspace_id, title, type, status, created_by, created_at, updated_at, last_seq)
      ${numbers(size.threads)} 'th_00_' || i, 'ws_trial', 'Old', 'workflow', 'active', 'lead', 1, 1, 1 from n`,
    ...["ada", "bob"].map(
      (agent, position) => `insert into participants (thread_id, agent_id, position)
        ${numbers(size.threads)} 'th_00_' || i, '${agent}', ${position} from n`,
    ),
    ...["ada", "bob"].map(
      (agent) => `insert into unread (workspace_id, agent_id, thread_id, known)
        ${numbers(size.threads)} 'ws_trial', '${agent}', 'th_00_' || i, 0 from n`,
    ),
    `insert into wakes (thread_id, target_agent_id, workspace_id, session_id, prompt, reason, requested_by, triggered_at,
      deferred_until, next_look_at, human_input_at, state, seen_seq, finished_at)
      ${numbers(size.threads)} 'th_00_' || i, 'bob', 'ws_trial', 's', 'Read on.', 'news', 'lead', 1, 1, 1, 0,
      'delivered', 1, 2 from n`,
    `insert into sessions (workspace_id, session_id, agent_id, runtime, management_mode, resumable, status,
      last_heartbeat_at) ${numbers(size.sessions)} 'ws_trial', 'sess_old_' || i, 'bob', 'codex_cli', 'managed', 1,
      'idle', i from n`,
  ];
  await run(database, statements);
  world.filled(size.messages);
}

async function run(database: string, statements: readonly string[]): Promise<void> {
  if (database.startsWith("postgres")) {
    const client = new pg.Client({ connectionString: database, options: "-c search_path=nexus_thread" });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    // As the server does by itself after a while.
    await client.query("analyze");
    await client.end();
    return;
  }
  const file = new Database(database);
  file.exec("pragma busy_timeout = 10000");
  file.exec(["begin", ...statements, "commit"].join(";\n"));
  file.close();
}
