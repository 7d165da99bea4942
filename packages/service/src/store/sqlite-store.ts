import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Kysely, SqliteDialect, sql } from "kysely";
import { finishClosing } from "./finish-closing.js";
import { isUpToDate, migrate } from "./migrate.js";
import { runTogether, type SharedWrite } from "./settlements.js";
import { SqliteConnection } from "./sqlite-connection.js";
import { isBusy, sqliteTrouble } from "./sqlite-errors.js";
import {
  type ChangeWatch,
  MissingTables,
  StorageTrouble,
  type Store,
  type StoreSchema,
  type Transaction,
  type Turn,
} from "./store.js";

/** How long to wait for a writer of another process. */
const PATIENCE_MS = 5000;

/** At most so many writes share a transaction: the caller of the first also waits for the last. */
const MOST_TOGETHER = 64;

/** In this mode readers never wait for writers, and a commit is on the disk. */
const PRAGMAS = ["busy_timeout = 100", "journal_mode = wal", "synchronous = full"];

/** A change of the file is noticed within this time. */
const WATCH_EVERY_MS = 50;

interface Connections<Tables> {
  readonly writer: SqliteConnection<Tables>;
  readonly reader: SqliteConnection<Tables>;
  /** The open file, even if its name has come to mean another one. */
  readonly file: string;
}

/**
 * Everything in one SQLite file, which several processes may share. Writes that are requested while another one is on
 * its way share the next transaction, because waiting for the disk takes most of the time.
 */
export class SqliteStore<Tables> implements Store<Tables> {
  #connections: Connections<Tables> | undefined;
  /** Number of times that the file was opened. */
  #openings = 0;
  readonly #queue: SharedWrite<Tables>[] = [];
  #writing: Promise<void> | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  /** Whether to open the file again. A connection to a file that was read-only stays so after the mode changes. */
  #isDoubtful = false;
  #opening: Promise<Connections<Tables>> | undefined;

  private constructor(
    private readonly path: string,
    private readonly pragmas: readonly string[],
  ) {}

  /**
   * @param pragmas further settings of the connection that writes, for tests
   * @throws StartError where a newer version of the service has changed the tables
   */
  static async open<Tables>(
    path: string,
    schema: StoreSchema,
    pragmas: readonly string[] = [],
  ): Promise<SqliteStore<Tables>> {
    const store = new SqliteStore<Tables>(path, [...PRAGMAS, ...pragmas]);
    try {
      await patiently(() => store.#open());
      if (!(await isUpToDate(store, schema))) {
        await patiently(() => store.#migrate(schema));
      }
    } catch (thrown) {
      await store.close();
      throw sqliteTrouble(thrown) ?? thrown;
    }
    return store;
  }

  async read<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const result = this.#reading.then(() => this.#readAlone(work));
    this.#reading = result.catch(() => undefined);
    return result;
  }

  write<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as SharedWrite<Tables>["resolve"], reject });
      this.#writing ??= this.#drain();
    });
  }

  /** All writes wait in one line anyway, because the file has one writer. */
  writeInTurn<Result>(_turn: Turn, work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.write(work);
  }

  watch(): ChangeWatch {
    let seen = this.#version();
    return {
      next: async (milliseconds, signal) => {
        const end = performance.now() + milliseconds;
        const before = await seen;
        do {
          seen = this.#version();
          // Without an answer something has changed: the next read tells what.
          if ((await seen) !== before || (await seen) === undefined) return;
          await wait(Math.min(WATCH_EVERY_MS, Math.max(0, end - performance.now())), undefined, { signal });
        } while (performance.now() < end);
      },
    };
  }

  /** Differs after every change by this process or another; undefined where the file cannot be read. */
  async #version(): Promise<string | undefined> {
    try {
      const [row] = await this.read((tx) =>
        tx.query({ compile: () => sql<{ data_version: number }>`pragma data_version`.compile(tx.db) }),
      );
      return `${this.#openings}:${row?.data_version}`;
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#reading;
    this.#connections?.reader.close();
    this.#connections?.writer.close();
    this.#connections = undefined;
  }

  #open(): Connections<Tables> {
    const writer = new SqliteConnection<Tables>(this.path, this.pragmas);
    try {
      const reader = new SqliteConnection<Tables>(this.path, [...PRAGMAS, "query_only = 1"]);
      this.#openings += 1;
      this.#connections = { writer, reader, file: fileAt(this.path) ?? "" };
      return this.#connections;
    } catch (thrown) {
      writer.close();
      throw thrown;
    }
  }

  /** In one transaction, so that the file is written to the disk once and no other process comes in between. */
  async #migrate(schema: StoreSchema): Promise<void> {
    const writer = await this.#begin();
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: writer.database }) });
    await committing(writer, () => migrate(db, schema));
  }

  /** A deleted file can still be written while it is open, and everything would be lost in silence. */
  async #ready(): Promise<Connections<Tables>> {
    const file = fileAt(this.path);
    if (file === undefined) {
      throw new StorageTrouble("The database is gone. Put its file back, or restart the service without it.", 5000);
    }
    const open = this.#connections;
    if (open?.file === file && !this.#isDoubtful) return open;
    // A read and a write may both get here at the same time.
    this.#opening ??= this.#openAnew().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openAnew(): Promise<Connections<Tables>> {
    this.#connections?.reader.close();
    this.#connections?.writer.close();
    this.#connections = undefined;
    this.#isDoubtful = false;
    await finishClosing();
    return this.#open();
  }

  async #readAlone<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    try {
      const { reader } = await this.#ready();
      reader.exec("begin");
      return await committing(reader, () => work(reader));
    } catch (thrown) {
      throw this.#troubleOf(thrown) ?? thrown;
    }
  }

  /** Makes the next call open the file again, unless a connection was in the way or the tables are missing. */
  #troubleOf(thrown: unknown): StorageTrouble | undefined {
    const trouble = sqliteTrouble(thrown);
    if (trouble !== undefined && !isBusy(thrown) && !(trouble instanceof MissingTables)) this.#isDoubtful = true;
    return trouble;
  }

  async #drain(): Promise<void> {
    // Let all writes of this turn join the transaction.
    await undefined;
    while (this.#queue.length > 0) {
      await this.#settle(this.#queue.splice(0, MOST_TOGETHER));
    }
    this.#writing = undefined;
  }

  /** Where one of several has failed after a change, it runs again by itself, and those after it with others. */
  async #settle(writes: readonly SharedWrite<Tables>[]): Promise<void> {
    const at = await this.#writeTogether(writes);
    if (at === undefined) return;
    this.#queue.unshift(...writes.slice(at + 1));
    if (at > 0) await this.#settle(writes.slice(0, at));
    await this.#settle(writes.slice(at, at + 1));
  }

  /**
   * Runs writes in one transaction. Callers get their results after the commit, because one write may have seen the
   * changes of another.
   * @returns the number of the write that has failed after a change, where it is one of several; nothing has happened then
   */
  async #writeTogether(writes: readonly SharedWrite<Tables>[]): Promise<number | undefined> {
    const settlements: (() => void)[] = [];
    try {
      const writer = await patiently(() => this.#begin());
      await committing(writer, () => runTogether(writes, writer, settlements));
      for (const settle of settlements) settle();
    } catch (thrown) {
      const trouble = this.#troubleOf(thrown);
      const at = settlements.length;
      if (writes.length > 1 && trouble === undefined && at < writes.length) return at;
      for (const { reject } of writes) reject(trouble ?? thrown);
    }
    return undefined;
  }

  async #begin(): Promise<SqliteConnection<Tables>> {
    const { writer } = await this.#ready();
    writer.exec("begin immediate");
    return writer;
  }
}

/** Does work in a transaction that has begun, and commits it. */
async function committing<Tables, Result>(
  connection: SqliteConnection<Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    connection.exec("commit");
    return result;
  } catch (thrown) {
    // On a full disk SQLite has rolled back by itself.
    if (connection.inTransaction) connection.exec("rollback");
    throw thrown;
  }
}

/** Tries again while another process blocks the file, without blocking this one. */
async function patiently<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() > end) throw thrown;
    }
    await wait(1 + Math.random() * 10);
  }
}

/** The identity of the file at a path, if any. */
function fileAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}
