import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, skipsPostgres, startPostgres } from "../testing/postgres.js";
import { openTestService, temporaryFolder } from "../testing/service.js";
import { openStore } from "./open-store.js";
import { PostgresStore } from "./postgres-store.js";
import { SqliteStore } from "./sqlite-store.js";
import type { Store, Transaction } from "./store.js";

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
  test("that another process has locked is waited for, and refused as long as it stays locked", async () => {
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

  test("whose file is gone is refused until it is back, and nothing is written to what nobody can find", async () => {
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

  test("whose file was replaced by a copy goes on with the copy", async () => {
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

  test.each([
    ["has no room left", ["max_page_count = 60"], "no room left"],
    ["is read-only", [], "read-only"],
  ])("that %s is refused, with nothing half written", async (_, pragmas, message) => {
    const store = await SqliteStore.open(join(temporaryFolder(), "thread.db"), pragmas);
    const counts = () => store.read((tx) => tx.query(tx.db.selectFrom("audit").select("audit_id")));
    const fill = (n: number, details: string) =>
      store.write(async (tx) => {
        if (pragmas.length === 0) (tx as unknown as { exec(sql: string): void }).exec("pragma query_only = 1");
        await addAudit(tx, `first-${n}`, "short");
        await addAudit(tx, `second-${n}`, details);
      });
    const refusals = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => fill(n, "x".repeat(100_000))));
    const rejected = refusals.filter((outcome) => outcome.status === "rejected");
    expect(rejected.length).toBeGreaterThan(0);
    for (const { reason } of rejected) {
      expect(reason).toMatchObject({ name: "StorageTrouble", message: expect.stringContaining(message) });
    }
    expect(await counts()).toHaveLength(2 * (5 - rejected.length));
    await store.close();
  });

  test("a write that fails half-way takes nothing of the others with it", async () => {
    const store = await SqliteStore.open(join(temporaryFolder(), "thread.db"));
    const write = (id: string, fails: boolean) =>
      store.write(async (tx) => {
        await addAudit(tx, id, "{}");
        if (fails) throw new Error("refused");
        return id;
      });
    const outcomes = await Promise.allSettled([write("a", false), write("b", true), write("c", false)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const rows = await store.read((tx) => tx.query(tx.db.selectFrom("audit").select("audit_id").orderBy("audit_id")));
    expect(rows).toEqual([{ audit_id: "a" }, { audit_id: "c" }]);
    await store.close();
  });

  test("a file that is none of its own is refused in one line", async () => {
    const folder = temporaryFolder();
    await expect(openStore("../", join(folder))).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/^[^\n]+ cannot be opened: [^\n]+$/),
    });
  });
});

function addAudit(tx: Transaction, audit_id: string, details: string) {
  const row = { workspace_id: "w", thread_id: "t", at: 1, agent_id: "a", session_id: "s", role: "worker", reason: "r" };
  return tx.query(tx.db.insertInto("audit").values({ ...row, audit_id, action: "x", details }));
}

/** Connections that were ended are noticed when they are used. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < 5; attempt++) {
    try {
      return await check();
    } catch {
      // Once more.
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

  test("that becomes read-only is refused, and reading goes on", async () => {
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

  test("keeps the tables of several services apart by the schema that the URL names", async () => {
    const url = await postgres!.createDatabase("shared");
    const one = await opened({ THREAD_DATABASE: `${url}&schema=team_a` });
    const other = await opened({ THREAD_DATABASE: url });
    expect(await other.agent("get_thread", { thread_id: one.thread_id })).toMatchObject({ code: "NOT_FOUND" });
    await one.service.close();
    await PostgresStore.dropSchema(`${url}&schema=team_a`);
    expect(await other.post()).toMatchObject({ seq: 2 });
    await other.service.close();
    await expect(openStore(`${url}&schema=a;drop`)).rejects.toMatchObject({ name: "StartError" });
  });

  test("a password is told to nobody", async () => {
    const open = openStore("postgres://me:hunter2@127.0.0.1:1/none");
    const refusal = (await open.catch((thrown: unknown) => thrown)) as Error;
    expect(refusal).toMatchObject({ name: "StartError" });
    expect(refusal.message).not.toMatch(/hunter2|\n/);
  });
});

const STORES: [string, boolean, () => Promise<string>][] = [
  ["SQLite", false, async () => join(temporaryFolder(), "thread.db")],
  ["PostgreSQL", skipsPostgres, async () => postgres!.createDatabase("newer")],
];

describe.each(STORES)("on %s", (_, skips, database) => {
  test.skipIf(skips)("a database of a newer version is refused in one line", async () => {
    const name = await database();
    const store: Store = await openStore(name);
    await store.write((tx) => tx.query(tx.db.updateTable("schema_version").set({ version: 99 })));
    await store.close();
    await expect(openStore(name)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/^[^\n]*tables of version 99[^\n]*newer version[^\n]*$/),
    });
  });
});
