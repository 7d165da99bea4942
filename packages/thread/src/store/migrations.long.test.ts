import { openDatabase } from "@nexus-core/service/store/open-database";
import { describeOnDatabases } from "@nexus-core/service/testing/databases";
import { type Compilable, type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { openTestService } from "../testing/service.js";
import { SCHEMA } from "./migrations.js";
import { openStore } from "./open-store.js";
import type { Tables } from "./tables.js";
import { forgetTokens, keepToken } from "./tokens.js";

/** Creates a database as versions before kysely's migrator left it, after the given number of steps. */
async function makeFormer(database: string, steps: number, ...rows: readonly string[]): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(SCHEMA.migrations).slice(0, steps));
  const store = await openDatabase<Tables>(database, { ...SCHEMA, migrations });
  const record = ["drop table kysely_migration", "drop table kysely_migration_lock"];
  const version = `insert into schema_version (version) values (${steps})`;
  await store.write(async (tx) => {
    for (const text of [...record, version, ...rows]) await tx.query(raw(tx.db, text));
  });
  await store.close();
}

const raw = (db: Kysely<Tables>, text: string): Compilable => ({ compile: () => sql.raw(text).compile(db) });

describeOnDatabases("a database of an earlier version on %s", (newDatabase) => {
  test("keeps its tokens, as tokens without an issuer", async () => {
    const database = await newDatabase();
    await makeFormer(database, 1, "insert into tokens (jti, digest, kept_until) values ('j1', 'the first', 2000)");

    const store = await openStore(database);
    const keep = (issuer: string, digest: string) =>
      store.write((tx) => keepToken(tx, { issuer, jti: "j1", digest, kept_until: 3000 }));
    expect(await keep("", "another")).toBe("the first");
    expect(await keep("a", "another")).toBe("another");
    await store.write((tx) => forgetTokens(tx, 2500));
    expect(await keep("", "a third")).toBe("a third");
    expect(await keep("a", "a third")).toBe("another");
    await store.close();
  });

  test("keeps its messages, and its own record of steps is gone", async () => {
    const database = await newDatabase();
    const message = ["m1", "t1", "1", "chat", "ada", "s1", "active", "1", "Hello"];
    await makeFormer(
      database,
      2,
      "insert into threads values ('t1', 'ws_1', 'Old', 'workflow', 'active', 'ada', 1, 1, 1)",
      "insert into participants values ('t1', 'ada', 0)",
      `insert into messages (message_id, thread_id, seq, kind, sender_agent_id, sender_session_id, thread_status, created_at, body)
       values (${message.map((value) => `'${value}'`).join(", ")})`,
    );

    const [store, other] = await Promise.all([openStore(database), openStore(database)]);
    const read = (text: string) => store.read((tx) => tx.query(raw(tx.db, text)));
    expect(await read("select body from messages")).toEqual([{ body: "Hello" }]);
    expect(await read("select name from kysely_migration order by name")).toEqual(
      Object.keys(SCHEMA.migrations).map((name) => ({ name })),
    );
    await expect(read("select version from schema_version")).rejects.toThrow("lacks the tables");
    await other.close();
    await store.close();

    const { service, as } = await openTestService({ THREAD_DATABASE: database });
    const agent = as("ada");
    const post = { thread_id: "t1", schema_version: 1, kind: "chat", body: "Hello again" };
    expect(await agent("post_message", post)).toMatchObject({ seq: 2 });
    await service.close();
  });

  test("knows who has raised its findings, and what is unread", async () => {
    const database = await newDatabase();
    const message = ["m1", "t1", "1", "event", "finding_reported", "ada", "s1", "active", "1", "A fault"];
    await makeFormer(
      database,
      2,
      "insert into threads values ('t1', 'ws_1', 'Old', 'workflow', 'active', 'ada', 1, 1, 1)",
      "insert into participants values ('t1', 'ada', 0)",
      "insert into participants values ('t1', 'bob', 1)",
      `insert into messages (message_id, thread_id, seq, kind, event_type, sender_agent_id, sender_session_id, thread_status,
         created_at, body) values (${message.map((value) => `'${value}'`).join(", ")})`,
      `insert into open_items (thread_id, message_id, seq, event_type, item)
       values ('t1', 'm1', 1, 'finding_reported', '{"body":"A fault"}')`,
    );
    const { service, as } = await openTestService({ THREAD_DATABASE: database });
    const [ada, bob] = [as("ada"), as("bob")];
    expect(await bob("list_threads", {})).toMatchObject({ threads: [{ thread_id: "t1", unread: 1 }] });
    expect(await ada("list_threads", {})).toMatchObject({ threads: [{ thread_id: "t1", unread: 0 }] });
    const metadata = { event_type: "finding_verified" };
    const verdict = { thread_id: "t1", schema_version: 1, kind: "event", body: "Mended", metadata, in_reply_to: "m1" };
    expect(await bob("post_message", verdict)).toMatchObject({ code: "INSUFFICIENT_AUTHORITY" });
    expect(await ada("post_message", verdict)).not.toHaveProperty("warning");
    expect(await ada("summarize_thread", { thread_id: "t1" })).toMatchObject({ open_items: [] });
    await service.close();
  });
});
