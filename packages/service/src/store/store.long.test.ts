import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOnDatabases } from "../testing/databases.js";
import { addNote, NOTES, type Notes, noteIds } from "../testing/notes.js";
import { type PostgresServer, skipsPostgres, startPostgres } from "../testing/postgres.js";
import { race } from "../testing/race.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { openDatabase } from "./open-database.js";
import { PostgresStore } from "./postgres-store.js";
import { SqliteStore } from "./sqlite-store.js";
import type { Transaction } from "./store.js";

const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** The words for Node of a process that opens the database and adds a note. */
function opening(database: string, id: string): readonly string[] {
  const code = `
    import { openDatabase } from ${module("open-database.ts")};
    import { addNote, NOTES } from ${module("../testing/notes.ts")};
    import { untilStart } from ${module("../testing/race.ts")};
    await untilStart();
    const store = await openDatabase(${JSON.stringify(database)}, NOTES);
    await addNote(store, ${JSON.stringify(id)});
    await store.close();`;
  return ["--import", "tsx", "--input-type=module", "-e", code];
}

describeOnDatabases("on %s", (newDatabase) => {
  test("processes that start at once share the tables that one of them creates", async () => {
    const database = await newDatabase();
    const ids = ["a", "b", "c"];
    await race({ words: ids.map((id) => opening(database, id)) });
    const stores = await Promise.all(ids.map(() => openDatabase<Notes>(database, NOTES)));
    for (const store of stores) {
      expect(await noteIds(store)).toEqual(ids);
      await store.close();
    }
  });

  test("a step that fails leaves the database as it was, and the next start runs it", async () => {
    const database = await newDatabase();
    const [notes = { up: async () => {} }] = Object.values(NOTES.migrations);
    const fails = { "0001-notes": notes, "0002-broken": { up: () => Promise.reject(new Error("no\nstep")) } };
    await expect(openDatabase(database, { ...NOTES, migrations: fails })).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/^[^\n]+ cannot be opened: no$/),
    });
    const store = await openDatabase<Notes>(database, NOTES);
    await addNote(store, "a");
    await store.close();
  });

  test("a database of a newer version is refused in one line", async () => {
    const database = await newDatabase();
    const newer = { ...NOTES.migrations, "0002-more": { up: async () => {} } };
    await (await openDatabase(database, { ...NOTES, migrations: newer })).close();
    await expect(openDatabase(database, NOTES)).rejects.toMatchObject({
      name: "StartError",
      message:
        "The database has tables of a newer version (0002-more), which this program does not know. " +
        "Start the newer version of @example/notes that wrote it.",
    });
  });

  test("a write that fails after a change takes nothing of the others with it", async () => {
    const store = await openDatabase<Notes>(await newDatabase(), NOTES);
    const write = (id: string, fails: boolean) =>
      store.write(async (tx) => {
        await insert(tx, id, "short");
        if (fails) throw new Error("refused");
        return id;
      });
    const outcomes = await Promise.allSettled([write("a", false), write("b", true), write("c", false)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await noteIds(store)).toEqual(["a", "c"]);
    await store.close();
  });

  test("a read sees one state, whatever others commit meanwhile", async () => {
    const database = await newDatabase();
    const [store, other] = [await openDatabase<Notes>(database, NOTES), await openDatabase<Notes>(database, NOTES)];
    await addNote(store, "a");
    const ids = (tx: Transaction<Notes>) => tx.query(tx.db.selectFrom("notes").select("id").orderBy("id"));
    const [before, after] = await store.read(async (tx) => {
      const first = await ids(tx);
      await addNote(other, "b");
      return [first, await ids(tx)];
    });
    expect(before).toEqual([{ id: "a" }]);
    expect(after).toEqual(before);
    expect(await noteIds(store)).toEqual(["a", "b"]);
    await store.close();
    await other.close();
  });

  test("a reader that waits goes on after a change by another store, and when its time is over", async () => {
    const database = await newDatabase();
    const [store, other] = await Promise.all([
      openDatabase<Notes>(database, NOTES),
      openDatabase<Notes>(database, NOTES),
    ]);
    const watch = store.watch();
    expect(await noteIds(store)).toEqual([]);
    await addNote(other, "a");
    await watch.next(1000);
    expect(await noteIds(store)).toEqual(["a"]);
    const ended = new AbortController();
    const waiting = watch.next(600_000, ended.signal);
    ended.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    await watch.next(10);
    await store.close();
    await other.close();
  });
});

describe("an SQLite file", () => {
  test.each([
    ["has no room left", ["max_page_count = 60"], "no room left"],
    ["is read-only", [], "read-only"],
  ])("that %s refuses writes, with nothing half written", async (_, pragmas, message) => {
    const store = await SqliteStore.open<Notes>(join(temporaryFolder(), "store.db"), NOTES, pragmas);
    const fill = (n: number, text: string) =>
      store.write(async (tx) => {
        if (pragmas.length === 0) (tx as unknown as { exec(sql: string): void }).exec("pragma query_only = 1");
        await insert(tx, `first-${n}`, "short");
        await insert(tx, `second-${n}`, text);
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => fill(n, "x".repeat(100_000))));
    const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(rejected.length).toBeGreaterThan(0);
    for (const { reason } of rejected) {
      expect(reason).toMatchObject({ name: "StorageTrouble", message: expect.stringContaining(message) });
    }
    expect(await noteIds(store)).toHaveLength(2 * (5 - rejected.length));
    await store.close();
  });

  test("wakes a waiting reader long before its time is over", async () => {
    const path = join(temporaryFolder(), "store.db");
    const [store, other] = [await SqliteStore.open<Notes>(path, NOTES), await SqliteStore.open<Notes>(path, NOTES)];
    const waiting = store.watch().next(600_000);
    await addNote(other, "a");
    await waiting;
    const own = store.watch().next(600_000);
    await addNote(store, "b");
    await own;
    await store.close();
    await other.close();
  });

  test("that cannot be opened is refused in one line", async () => {
    await expect(openDatabase("../", NOTES, join(temporaryFolder()))).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(/^[^\n]+ cannot be opened: [^\n]+$/),
    });
  });
});

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (!skipsPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.skipIf(skipsPostgres)("a PostgreSQL database", () => {
  test("keeps the tables of services apart by the schema that the URL names", async () => {
    const url = await postgres!.createDatabase("shared");
    const [one, other] = [
      await openDatabase<Notes>(`${url}&schema=team_a`, NOTES),
      await openDatabase<Notes>(url, NOTES),
    ];
    await addNote(one, "a");
    expect(await noteIds(other)).toEqual([]);
    await one.close();
    await PostgresStore.emptySchema(`${url}&schema=team_a`, NOTES, ["notes"]);
    const again = await openDatabase<Notes>(`${url}&schema=team_a`, NOTES);
    expect(await noteIds(again)).toEqual([]);
    await again.close();
    await PostgresStore.dropSchema(`${url}&schema=team_a`, NOTES);
    await addNote(other, "b");
    await other.close();
    await expect(openDatabase(`${url}&schema=a;drop`, NOTES)).rejects.toMatchObject({ name: "StartError" });
    await expect(PostgresStore.dropSchema(url, NOTES)).rejects.toThrow("left to people");
  });

  test("is opened although a table goes that another service drops meanwhile", async () => {
    let isThere = false;
    const step = {
      up: async (db: Kysely<unknown>) => {
        if (!isThere) {
          isThere = true;
          await sql`select * from gone`.execute(db);
        }
      },
    };
    const migrations = { ...NOTES.migrations, "0002-step": step };
    const store = await openDatabase<Notes>(await postgres!.createDatabase("vanishing"), { ...NOTES, migrations });
    expect(await noteIds(store)).toEqual([]);
    await store.close();
  });

  test("keeps the password of its URL to itself", async () => {
    const open = openDatabase("postgres://me:hunter2@127.0.0.1:1/none", NOTES);
    const refusal = (await open.catch((thrown: unknown) => thrown)) as Error;
    expect(refusal).toMatchObject({ name: "StartError" });
    expect(refusal.message).not.toMatch(/hunter2|\n/);
  });
});

function insert(tx: Transaction<Notes>, id: string, text: string): Promise<unknown> {
  return tx.query(tx.db.insertInto("notes").values({ id, text }));
}
