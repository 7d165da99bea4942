/** Writes that want the same row, on a real PostgreSQL server whose rows somebody else locks. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addNote, append, insert, NOTES, type Notes, noteIds, textOf } from "../testing/notes.js";
import { type PostgresServer, skipsPostgres, startPostgres } from "../testing/postgres.js";
import { openDatabase } from "./open-database.js";
import type { Transaction } from "./store.js";

type Tx = Transaction<Notes>;

const BUSY = {
  name: "StorageTrouble",
  message: "Too many writes wait for the same part of the database. Try again.",
  retryAfterMs: 500,
};
const LOCKED = { name: "StorageTrouble", message: "The database is locked by other transactions. Try again." };
const GONE = { name: "StorageTrouble", message: expect.stringContaining("cannot be reached") };

/** Locks a note, if there is one. */
const lock = (tx: Tx, id: string) =>
  tx.query(
    tx.db
      .selectFrom("notes")
      .select("id")
      .where("id", "=", id)
      .$if(locks, (query) => query.forUpdate()),
  );
let locks = false;

async function msOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (skipsPostgres) return;
  postgres = await startPostgres();
  locks = true;
});
afterAll(() => postgres?.stop());

let databases = 0;

/** A store with a note "row", and a connection of somebody else. */
async function opened(settings: string) {
  databases += 1;
  const url = await postgres!.createDatabase(`queue_${databases}`);
  const store = await openDatabase<Notes>(`${url}&${settings}`, NOTES);
  const other = new pg.Client({ connectionString: url, options: "-c search_path=nexus_notes" });
  other.on("error", () => undefined);
  await other.connect();
  onTestFinished(async () => {
    await other.end().catch(() => undefined);
    await store.close();
  });
  await addNote(store, "row", "");
  return { store, other };
}

const number = async (other: pg.Client, sql: string) => Number((await other.query(sql)).rows[0].number);

describe.skipIf(skipsPostgres)("writes in turn on PostgreSQL", () => {
  test("that wait for a locked row leave reads and other rows alone, and succeed when the row is free", async () => {
    const { store, other } = await opened("pool=4&patience=5s");
    await other.query("begin; select * from notes where id = 'row' for update");
    const waiting = Array.from({ length: 40 }, () =>
      store.writeInTurn({ key: "row" }, async (tx) => {
        await lock(tx, "row");
        await append(tx, "row", "x");
      }),
    );
    for (const id of ["a", "b", "c"]) {
      expect(await msOf(store.writeInTurn({ key: id }, (tx) => insert(tx, id)))).toBeLessThan(1000);
      expect(await msOf(noteIds(store))).toBeLessThan(1000);
    }
    const blocked = "select count(*) as number from pg_stat_activity where wait_event_type = 'Lock'";
    expect(await number(other, blocked)).toBe(1);
    await other.query("rollback");
    await Promise.all(waiting);
    expect(await textOf(store, "row")).toBe("x".repeat(40));
  });

  test("of many locked rows leave connections to reads and other writes", async () => {
    const { store, other } = await opened("pool=4&patience=2s");
    const keys = ["row", "row2", "row3", "row4"];
    for (const key of keys.slice(1)) await addNote(store, key);
    await other.query("begin; select * from notes for update");
    const waiting = keys.map((key) => store.writeInTurn({ key }, (tx) => lock(tx, key)));
    expect(await msOf(noteIds(store))).toBeLessThan(1000);
    expect(await msOf(addNote(store, "other"))).toBeLessThan(1000);
    await other.query("rollback");
    await Promise.all(waiting);
  });

  test("share a transaction, and are answered after its commit", async () => {
    const { store, other } = await opened("pool=4");
    const idOf = (tx: Tx) =>
      tx.query<{ id: string }>(tx.db.selectNoFrom(({ fn }) => fn<string>("pg_current_xact_id", []).as("id")));
    let seen: Promise<number> | undefined;
    const ids = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        store.writeInTurn({ key: "row" }, async (tx) => {
          await insert(tx, `${n}`);
          return idOf(tx);
        }),
      ).map((write) =>
        write.then(async (rows) => {
          seen ??= number(other, "select count(*) as number from notes where id <> 'row'");
          return [rows[0]?.id, await seen];
        }),
      ),
    );
    expect(new Set(ids.map(([id]) => id)).size).toBe(1);
    expect(ids[0]?.[1]).toBe(64);
  });

  test("one that fails after a change leaves the others in transactions that they share", async () => {
    const { store } = await opened("pool=4");
    const idOf = (tx: Tx) =>
      tx.query<{ id: string }>(tx.db.selectNoFrom(({ fn }) => fn<string>("pg_current_xact_id", []).as("id")));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        store.writeInTurn({ key: "row" }, async (tx) => {
          await insert(tx, `${n}`);
          if (n % 20 === 10) throw new Error("refused");
          return (await idOf(tx))[0]?.id;
        }),
      ),
    );
    const ids = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect([ids.length, new Set(ids).size]).toEqual([57, 4]);
  });

  test("up to a thousand wait for a row, and one more is refused at once", async () => {
    const { store, other } = await opened("pool=4&patience=20s");
    await other.query("begin; select * from notes where id = 'row' for update");
    const write = () => store.writeInTurn({ key: "row" }, (tx) => lock(tx, "row"));
    const head = write();
    await expect.poll(() => number(other, "select count(*) as number from pg_locks where not granted")).toBe(1);
    const waiting = Array.from({ length: 1000 }, write);
    expect(await msOf(expect(write()).rejects.toMatchObject(BUSY))).toBeLessThan(1000);
    await other.query("rollback");
    await Promise.all([head, ...waiting]);
  });

  test("wait in memory for at most twice the patience", async () => {
    const { store, other } = await opened("pool=4&patience=300ms");
    await other.query("begin; select * from notes where id = 'row' for update");
    const began = performance.now();
    const write = () => store.writeInTurn({ key: "row" }, (tx) => lock(tx, "row"));
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, write));
    expect(performance.now() - began).toBeLessThan(3000);
    const reasons = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.message : "made"));
    expect(reasons[0]).toBe(LOCKED.message);
    expect(reasons.at(-1)).toBe(BUSY.message);
    expect(new Set(reasons).size).toBe(2);
    await other.query("rollback");
    await write();
  });

  test("one that waits too long for another row neither undoes nor delays those before it", async () => {
    const { store, other } = await opened("pool=4&patience=800ms");
    await addNote(store, "other");
    await other.query("begin; select * from notes where id = 'other' for update");
    const settled: number[] = [];
    const write = (letter: string, more?: string) =>
      store
        .writeInTurn({ key: "row" }, async (tx) => {
          await append(tx, "row", letter);
          if (more !== undefined) await lock(tx, more);
        })
        .finally(() => settled.push(performance.now()));
    const outcomes = await Promise.allSettled([write("a"), write("b", "other"), write("c"), write("d", "other")]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: undefined },
      { status: "rejected", reason: expect.objectContaining(LOCKED) },
      { status: "fulfilled", value: undefined },
      { status: "rejected", reason: expect.objectContaining(LOCKED) },
    ]);
    expect(await textOf(store, "row")).toBe("ac");
    const [first = 0, , third = 0] = settled;
    expect(third - first).toBeGreaterThan(500);
  });

  test("that lock a second row do so in the order of its name, so that two lines never wait for each other", async () => {
    const { store, other } = await opened("pool=6");
    for (const id of ["one", "two"]) await addNote(store, id, "");
    const write = (key: string, then: string) =>
      store.writeInTurn({ key, thenLocks: then }, (tx) => append(tx, then, "x"));
    for (let round = 0; round < 30; round++) {
      await Promise.all([write("p", "one"), write("p", "two"), write("q", "two"), write("q", "one")]);
    }
    const deadlocks = "select deadlocks as number from pg_stat_database where datname = current_database()";
    await other.query("select pg_stat_clear_snapshot()");
    expect(await number(other, deadlocks)).toBe(0);
    expect([await textOf(store, "one"), await textOf(store, "two")]).toEqual(["x".repeat(60), "x".repeat(60)]);
  });

  test("that a deadlock stops run again together, and each takes effect once", async () => {
    const { store, other } = await opened("pool=4&patience=10s");
    await addNote(store, "other");
    await other.query("begin; set local deadlock_timeout = '60s'; select * from notes where id = 'other' for update");
    const write = (letter: string, more?: string) =>
      store.writeInTurn({ key: "row" }, async (tx) => {
        runs += 1;
        await append(tx, "row", letter);
        if (more !== undefined) await lock(tx, more);
      });
    let runs = 0;
    const writes = Promise.all([write("a"), write("b", "other")]);
    await expect.poll(() => number(other, "select count(*) as number from pg_locks where not granted")).toBe(1);
    await other.query("update notes set text = text || 'o' where id = 'row'; commit");
    await writes;
    // Both run as often, and the second time may end in a deadlock as well.
    expect([4, 6, 8, 10]).toContain(runs);
    expect(await textOf(store, "row")).toBe("oab");
  });

  test("of a broken connection are refused, none is half made, and the next ones succeed", async () => {
    const { store, other } = await opened("pool=4");
    const write = (letter: string) =>
      store.writeInTurn({ key: "row" }, async (tx) => {
        await append(tx, "row", letter);
        if (letter !== "b" || broken) return;
        broken = true;
        await other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'notes' and state like 'idle in%'",
        );
      });
    let broken = false;
    const outcomes = await Promise.allSettled(["a", "b", "c"].map(write));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "rejected", reason: GONE });
    expect(await textOf(store, "row")).toBe("");
    await Promise.all(["d", "e"].map(write));
    expect(await textOf(store, "row")).toBe("de");
  });

  test("whose commit fails are never answered as made", async () => {
    const { store, other } = await opened("pool=4");
    await other.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
      create constraint trigger late after insert on notes deferrable initially deferred for each row
        when (new.text = 'short') execute function refuse()`);
    const outcomes = await Promise.allSettled(
      ["a", "b"].map((id) => store.writeInTurn({ key: "row" }, (tx) => insert(tx, id))),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { message: expect.stringContaining("no room left") } });
    }
    expect(await noteIds(store)).toEqual(["row"]);
  });

  test("one that hides a failed statement is refused", async () => {
    const { store } = await opened("pool=4");
    const hides = () =>
      store.writeInTurn({ key: "row" }, async (tx) => {
        await insert(tx, "new");
        await insert(tx, "row").catch(() => undefined);
      });
    await expect(hides()).rejects.toThrow("duplicate key");
    const together = await Promise.allSettled([hides(), store.writeInTurn({ key: "row" }, (tx) => insert(tx, "a"))]);
    expect(together.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(await noteIds(store)).toEqual(["a", "row"]);
  });

  test("use as many connections, and wait for a lock as long, as the URL says", async () => {
    const { store, other } = await opened("pool=3&patience=200ms");
    await Promise.all(Array.from({ length: 20 }, () => noteIds(store)));
    const own =
      "select count(*) as number from pg_stat_activity where application_name = 'notes' and datname = current_database()";
    expect(await number(other, own)).toBe(3);
    await other.query("begin; select * from notes for update");
    expect(await msOf(expect(store.write((tx) => lock(tx, "row"))).rejects.toMatchObject(LOCKED))).toBeLessThan(2000);
  });
});
