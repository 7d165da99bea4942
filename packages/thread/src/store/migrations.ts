import type { StoreSchema } from "@nexus-core/service/store/store";
import { type Compilable, type Kysely, sql } from "kysely";

type Queries = (db: Kysely<unknown>) => readonly Compilable[];

const createTables: Queries = ({ schema }) => [
  schema
    .createTable("threads")
    .addColumn("thread_id", "text", (column) => column.primaryKey())
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("last_seq", "bigint", (column) => column.notNull()),
  schema
    .createTable("participants")
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("participants_key", ["thread_id", "agent_id"]),
  schema
    .createTable("messages")
    .addColumn("message_id", "text", (column) => column.primaryKey())
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("event_type", "text")
    .addColumn("in_reply_to", "text")
    .addColumn("sender_agent_id", "text", (column) => column.notNull())
    .addColumn("sender_session_id", "text", (column) => column.notNull())
    .addColumn("idempotency_key", "text")
    .addColumn("payload_digest", "text")
    .addColumn("thread_status", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    // Last, so that reading the other columns skips the pages of a long text.
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("metadata", "text"),
  schema.createIndex("messages_in_order").unique().on("messages").columns(["thread_id", "seq"]),
  schema
    .createIndex("messages_by_key")
    .unique()
    .on("messages")
    .columns(["thread_id", "sender_agent_id", "idempotency_key"])
    .where(sql.ref("idempotency_key"), "is not", null),
  schema
    .createTable("cursors")
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("last_read_seq", "bigint", (column) => column.notNull())
    .addColumn("last_acked_message_id", "text")
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("cursors_key", ["thread_id", "agent_id"]),
  schema
    .createTable("open_items")
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("event_type", "text", (column) => column.notNull())
    .addColumn("item", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("open_items_key", ["thread_id", "seq"]),
  schema
    .createTable("sessions")
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("runtime", "text", (column) => column.notNull())
    .addColumn("management_mode", "text", (column) => column.notNull())
    .addColumn("resumable", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("last_heartbeat_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sessions_key", ["workspace_id", "session_id"]),
  schema.createIndex("sessions_of_agent").on("sessions").columns(["workspace_id", "agent_id"]),
  schema
    .createTable("tokens")
    .addColumn("jti", "text", (column) => column.primaryKey())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("kept_until", "bigint", (column) => column.notNull()),
  schema.createIndex("tokens_by_end").on("tokens").column("kept_until"),
  schema
    .createTable("quotas")
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("arrival_us", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("quotas_key", ["workspace_id", "agent_id"]),
  schema
    .createTable("audit")
    .addColumn("audit_id", "text", (column) => column.primaryKey())
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull()),
  schema.createIndex("audit_of_thread").on("audit").columns(["thread_id", "at"]),
  schema
    .createTable("wakes")
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("target_agent_id", "text", (column) => column.notNull())
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("requested_by", "text", (column) => column.notNull())
    .addColumn("triggered_at", "bigint", (column) => column.notNull())
    .addColumn("deferred_until", "bigint", (column) => column.notNull())
    .addColumn("next_look_at", "bigint", (column) => column.notNull())
    .addColumn("human_input_at", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("wakes_key", ["thread_id", "target_agent_id"]),
  schema.createIndex("wakes_in_order").on("wakes").columns(["state", "next_look_at"]),
];

/** A jti is unique among the tokens of an issuer. SQLite cannot give a table another primary key. */
const addIssuers: Queries = (db) => [
  db.schema.alterTable("tokens").renameTo("tokens_without_issuer"),
  db.schema
    .createTable("tokens")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("jti", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("kept_until", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("tokens_key", ["issuer", "jti"]),
  {
    compile: () => sql`insert into tokens select '', jti, digest, kept_until from tokens_without_issuer`.compile(db),
  },
  db.schema.dropTable("tokens_without_issuer"),
  db.schema.createIndex("tokens_by_end").on("tokens").column("kept_until"),
];

/**
 * Who has blocked a thread or raised an item, and the warning of a first answer. Nobody knows who blocked the threads of
 * earlier versions: operators and orchestrators make them active again.
 */
const addAuthors: Queries = (db) => [
  db.schema.alterTable("threads").addColumn("blocked_by", "text"),
  db.schema.alterTable("messages").addColumn("warning", "text"),
  db.schema.alterTable("open_items").addColumn("raised_by", "text", (column) => column.notNull().defaultTo("")),
  {
    compile: () =>
      sql`update open_items set raised_by =
          (select sender_agent_id from messages where messages.message_id = open_items.message_id)`.compile(db),
  },
];

/** What makes a wake-up single, and its cost independent of the number of messages and sessions. */
const addWakeUps: Queries = (db) => [
  db.schema.alterTable("wakes").addColumn("seen_seq", "bigint", (column) => column.notNull().defaultTo(0)),
  db.schema.alterTable("wakes").addColumn("finished_at", "bigint"),
  db.schema.alterTable("wakes").addColumn("answer", "text"),
  db.schema.alterTable("wakes").addColumn("idempotency_key", "text"),
  db.schema.createIndex("wakes_of_target").on("wakes").columns(["workspace_id", "target_agent_id", "state"]),
  db.schema
    .createTable("starts")
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("until", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("starts_key", ["workspace_id", "agent_id"]),
  db.schema
    .createTable("unread")
    .addColumn("workspace_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("thread_id", "text", (column) => column.notNull())
    .addColumn("known", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("unread_key", ["workspace_id", "agent_id", "thread_id"]),
  {
    compile: () =>
      sql`insert into unread
          select t.workspace_id, p.agent_id, p.thread_id, t.last_seq - count(*)
          from participants p
          join threads t on t.thread_id = p.thread_id
          join messages m on m.thread_id = p.thread_id and m.sender_agent_id <> p.agent_id
          where m.seq > coalesce((select c.last_read_seq from cursors c
                                  where c.thread_id = p.thread_id and c.agent_id = p.agent_id), 0)
          group by t.workspace_id, p.agent_id, p.thread_id, t.last_seq`.compile(db),
  },
  db.schema.createIndex("participants_of_agent").on("participants").columns(["agent_id", "thread_id"]),
  db.schema.createIndex("threads_of_workspace").on("threads").columns(["workspace_id", "thread_id"]),
  db.schema.createIndex("threads_by_creator").on("threads").columns(["workspace_id", "created_by", "thread_id"]),
  db.schema.dropIndex("sessions_of_agent"),
  db.schema
    .createIndex("sessions_by_heartbeat")
    .on("sessions")
    .columns(["workspace_id", "agent_id", "last_heartbeat_at"]),
  db.schema
    .createIndex("sessions_by_way")
    .on("sessions")
    .columns(["workspace_id", "agent_id", "resumable", "last_heartbeat_at"]),
];

/** Earlier versions stored the number of the last step in their own table. */
interface FormerRecord {
  readonly schema_version: { readonly version: number };
}

/** A step from before kysely's record. It is skipped if the former record contains it. */
const recordedStep = (version: number, queries: Queries) => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("schema_version")
      .ifNotExists()
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    const former = (db as Kysely<FormerRecord>).selectFrom("schema_version").select("version");
    const { version: last = 0 } = (await former.executeTakeFirst()) ?? {};
    if (last < version) await runAll(db, queries);
  },
});

async function runAll(db: Kysely<unknown>, queries: Queries): Promise<void> {
  for (const query of queries(db)) await db.executeQuery(query.compile());
}

/** The tables of the service. Every kind of database runs the same steps. */
export const SCHEMA: StoreSchema = {
  migrations: {
    "0001-tables": recordedStep(1, createTables),
    "0002-issuers-of-tokens": recordedStep(2, addIssuers),
    // From here on only kysely records steps, and earlier versions refuse the database.
    "0003-one-record": { up: async (db) => db.schema.dropTable("schema_version").execute() },
    "0004-authors": { up: (db) => runAll(db, addAuthors) },
    "0005-wake-ups": { up: (db) => runAll(db, addWakeUps) },
  },
  program: "nexus-thread",
  package: "@nexus-core/thread",
  schema: "nexus_thread",
};
