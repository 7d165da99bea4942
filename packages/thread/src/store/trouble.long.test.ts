import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type PostgresServer, skipsPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import Database from "libsql";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService } from "../testing/service.js";
import { openStore } from "./open-store.js";

const chat = (thread_id: string) => ({ thread_id, schema_version: 1, kind: "chat", body: "x".repeat(1000) });

async function opened(environment = {}) {
  const { service, as, folder } = await openTestService({ THREAD_POST_QUOTA: "none", ...environment });
  const agent = as("a");
  const { thread_id } = await agent("create_thread", { title: "x", type: "incident", participants: ["a"] });
  const post = () => agent("post_message", chat(thread_id));
  expect(await post()).toMatchObject({ seq: 1 });
  return { service, agent, thread_id, post, file: join(folder, ".thread/thread.db") };
}

const UNAVAILABLE = { code: "UNAVAILABLE", retry_after_ms: expect.any(Number) };

describe("SQLite", () => {
  test("that another process has locked is waited for, and refused while it stays locked", async () => {
    const { service, post, agent, thread_id, file } = await opened();
    const other = new Database(file);
    other.exec("begin immediate");
    setTimeout(() => other.exec("rollback"), 700);
    expect(await post()).toMatchObject({ seq: 2 });
    other.exec("begin immediate");
    const [refusal, read] = await Promise.all([post(), agent("read_messages", { thread_id })]);
    expect(refusal).toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining("locked") });
    expect(read.messages).toHaveLength(2);
    other.exec("rollback");
    other.close();
    expect(await post()).toMatchObject({ seq: 3 });
    await service.close();
  });

  test("whose file is gone is refused until it is back, and nothing is written to the deleted file", async () => {
    const { service, post, agent, thread_id, file } = await opened();
    const folder = dirname(file);
    renameSync(folder, `${folder}-away`);
    expect(await post()).toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining("gone") });
    expect(await agent("read_messages", { thread_id })).toMatchObject(UNAVAILABLE);
    mkdirSync(folder);
    expect(await post()).toMatchObject(UNAVAILABLE);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-away`, folder);
    expect(await post()).toMatchObject({ seq: 2 });
    await service.close();
  });

  test("whose file was replaced by a copy continues with the copy", async () => {
    const { service, post, agent, thread_id, file } = await opened();
    const copy = new Database(file);
    copy.exec(`vacuum into '${file}.copy'`);
    copy.close();
    expect(await post()).toMatchObject({ seq: 2 });
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
    renameSync(`${file}.copy`, file);
    expect(await post()).toMatchObject({ seq: 2 });
    expect((await agent("read_messages", { thread_id })).messages).toHaveLength(2);
    await service.close();
  });
});

/** Retries a check, because a closed connection is noticed only on its next use. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < 5; attempt++) {
    try {
      return await check();
    } catch {
      // Try again.
    }
  }
  await check();
}

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (!skipsPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.skipIf(skipsPostgres)("PostgreSQL", () => {
  test("that crashes is refused, and used again by the same process once it is back", async () => {
    const { service, post, agent, thread_id } = await opened({
      THREAD_DATABASE: await postgres!.createDatabase("crash"),
    });
    await postgres!.crash();
    expect(await post()).toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining("cannot be reached") });
    expect(await agent("get_thread", { thread_id })).toMatchObject(UNAVAILABLE);
    await postgres!.restart();
    expect(await post()).toMatchObject({ seq: 2 });
    await service.close();
  });

  test("that becomes read-only refuses posts, and reading still works", async () => {
    const url = await postgres!.createDatabase("stale");
    const { service, post, agent, thread_id } = await opened({ THREAD_DATABASE: url });
    await postgres!.command("alter database stale set default_transaction_read_only = on");
    await postgres!.command("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'stale'");
    await eventually(async () => expect(await agent("get_thread", { thread_id })).toHaveProperty("title"));
    expect(await post()).toMatchObject({ ...UNAVAILABLE, message: expect.stringContaining("read-only") });
    const again = await openStore(url);
    await again.close();
    await postgres!.command("alter database stale reset default_transaction_read_only");
    await postgres!.command("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'stale'");
    await eventually(async () => expect(await post()).toMatchObject({ seq: 2 }));
    await service.close();
  });

  test("a thread that somebody has locked stops no other thread and no reading, and loses no post", async () => {
    const url = await postgres!.createDatabase("locked");
    const { service, agent, thread_id } = await opened({ THREAD_DATABASE: url });
    const free = await agent("create_thread", { title: "y", type: "incident", participants: ["a"] });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("begin");
    await other.query("select * from nexus_thread.threads where thread_id = $1 for update", [thread_id]);
    const waiting = Array.from({ length: 300 }, () => agent("post_message", chat(thread_id)));
    const resolving = agent("update_thread_status", { thread_id, status: "resolved", reason: "done" });
    const began = performance.now();
    expect(await agent("post_message", chat(free.thread_id))).toMatchObject({ seq: 1 });
    expect((await agent("read_messages", { thread_id })).messages).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(2500);
    const held = await other.query("select pid from pg_stat_activity where wait_event_type = 'Lock'");
    expect(held.rows).toHaveLength(1);
    await other.query("rollback");
    await other.end();
    const seqs = (await Promise.all(waiting)).map(({ seq }) => seq);
    expect(seqs.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 2));
    expect(await resolving).toMatchObject({ status: "resolved" });
    await service.close();
  });
});
