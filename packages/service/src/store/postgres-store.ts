import { setTimeout as wait } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { isUpToDate, migrate } from "./migrate.js";
import { isBroken, mayTryAgain, postgresTrouble, tookTooLong } from "./postgres-errors.js";
import { PostgresTransaction } from "./postgres-transaction.js";
import { type PostgresSettings, settingsOf } from "./postgres-url.js";
import { runTogether } from "./settlements.js";
import {
  type ChangeWatch,
  MissingTables,
  StorageTrouble,
  type Store,
  type StoreSchema,
  type Transaction,
  type Turn,
} from "./store.js";
import { type QueuedWrite, WriteQueue } from "./write-queue.js";

const MOST_ATTEMPTS = 5;

/** All statements of a read see the same state. */
const BEGIN_READ = "begin transaction isolation level repeatable read read only";

/** How many connections of the pool are left to reads and other writes while rows are locked. */
const LEFT_TO_OTHERS = 2;

/** How many times the wait for a lock a write may wait in memory, behind others that wait for that lock. */
const TIMES_PATIENCE = 2;

/** PostgreSQL's 64-bit integers. The services store times and counts in them, which are safe as numbers. */
const BIGINT = 20;

/** Everything in a PostgreSQL database, for services on many machines. */
export class PostgresStore<Tables> implements Store<Tables> {
  readonly #queue: WriteQueue<Work<Tables>>;

  private constructor(
    private readonly pool: pg.Pool,
    { pool: connections, patienceMs }: PostgresSettings,
  ) {
    this.#queue = new WriteQueue((writes) => this.#writeTogether(writes), {
      atOnce: Math.max(1, connections - LEFT_TO_OTHERS),
      waitMs: TIMES_PATIENCE * patienceMs,
    });
  }

  /**
   * @param url may also hold settings, such as `?schema=NAME&pool=20&patience=2s`
   * @throws StartError for an impossible setting, or where a newer version of the service has changed the tables
   */
  static async open<Tables>(url: string, tables: StoreSchema): Promise<PostgresStore<Tables>> {
    const settings = settingsOf(url, tables.schema);
    const { schema, patienceMs } = settings;
    const pool = new pg.Pool({
      connectionString: url,
      max: settings.pool,
      connectionTimeoutMillis: 5000,
      lock_timeout: patienceMs,
      // Longer than the wait for a lock, so that the message tells which of them it was.
      statement_timeout: patienceMs + 5000,
      query_timeout: patienceMs + 10_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      // Statements that do not need each other's rows are sent at once.
      pipeline: true,
      application_name: tables.program,
      // Runs before the first query of a connection.
      onConnect: async (client) => {
        await client.query(`set search_path to ${schema}`);
      },
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as "text"),
      },
    });
    // An idle connection that ends is replaced when it is needed.
    pool.on("error", () => undefined);
    // A used connection that ends rejects its query as well. Without a listener its event would end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
    const store = new PostgresStore<Tables>(pool, settings);
    try {
      if (!(await isUpToDate(store, tables))) {
        const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
        await migrate(db, tables, schema).catch((thrown: unknown) => {
          // Another service may drop a table of an earlier version while kysely looks at all tables.
          if (!(postgresTrouble(thrown) instanceof MissingTables)) throw thrown;
          return migrate(db, tables, schema);
        });
      }
    } catch (thrown) {
      await store.close();
      throw postgresTrouble(thrown) ?? thrown;
    }
    return store;
  }

  /** Removes the schema that the URL names with all its tables. The schema of a service is left to people. */
  static async dropSchema(url: string, tables: StoreSchema): Promise<void> {
    await inSchema(url, tables, (schema) => `drop schema if exists ${schema} cascade`);
  }

  /** Deletes all rows of these tables in the schema that the URL names. */
  static async emptySchema(url: string, tables: StoreSchema, names: readonly string[]): Promise<void> {
    // For a few rows this is cheaper than creating the files of the tables again.
    await inSchema(url, tables, (schema) => names.map((table) => `delete from ${schema}.${table}`).join("; "));
  }

  async read<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      send(client, BEGIN_READ);
      return work(new PostgresTransaction(client));
    }, endRead);
  }

  async write<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#transaction(work);
  }

  async writeInTurn<Result>(turn: Turn, work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return (await this.#queue.add(turn, work)) as Result;
  }

  /** The server tells of no changes, so a reader looks again when its time is over. */
  watch(): ChangeWatch {
    return { next: (milliseconds, signal) => wait(milliseconds, undefined, { signal }) };
  }

  async close(): Promise<void> {
    await this.#queue.drained();
    await this.pool.end();
  }

  /**
   * Runs writes in one transaction. Where one of several has failed after a change, it runs again by itself after those
   * before it, so that it undoes only itself.
   * @returns those that wait again: after one that failed, they share a transaction with others
   */
  async #writeTogether(writes: readonly Write<Tables>[]): Promise<readonly Write<Tables>[]> {
    if (writes.length === 0) return [];
    const failure = await this.#attempt(writes);
    if (failure === undefined) return [];
    const { thrown, running, isOwn } = failure;
    if (writes.length === 1 || concernsEveryWrite(thrown)) return rejected(writes, thrown);
    if (running === undefined) return this.#oneByOne(writes);
    const at = writes.indexOf(running);
    const again = await this.#writeTogether(writes.slice(0, at));
    // To wait for the same lock once more would only keep a connection busy.
    if (isOwn && tookTooLong(causeOf(thrown))) running.reject(thrown);
    else await this.#writeTogether([running]);
    return [...again, ...writes.slice(at + 1)];
  }

  /** Runs writes of which one has failed at the commit, nobody knows which. @returns those that wait again */
  async #oneByOne(writes: readonly Write<Tables>[]): Promise<readonly Write<Tables>[]> {
    for (const [index, write] of writes.entries()) {
      const failure = await this.#attempt([write]);
      if (failure === undefined) continue;
      write.reject(failure.thrown);
      if (failure.thrown instanceof StorageTrouble) return writes.slice(index + 1);
    }
    return [];
  }

  /**
   * Runs writes in one transaction and settles them after its commit.
   * @returns why none of them has taken effect, or may have
   */
  async #attempt(writes: readonly Write<Tables>[]): Promise<Failure<Tables> | undefined> {
    let settlements: (() => void)[] = [];
    let isOwn = false;
    try {
      await this.#transaction(async (tx) => {
        settlements = [];
        await runTogether(writes, tx, settlements).catch((thrown: unknown) => {
          isOwn = tx.firstOf(thrown) === thrown;
          throw thrown;
        });
      });
    } catch (thrown) {
      return { thrown, running: writes[settlements.length], isOwn };
    }
    for (const settle of settlements) settle();
    return undefined;
  }

  /** Work that another transaction blocked runs again. Trouble with the commit does not: it may have happened. */
  async #transaction<Result>(work: (tx: PostgresTransaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      for (let attempt = 1; ; attempt++) {
        const tx = new PostgresTransaction<Tables>(client);
        try {
          tx.begin();
          const result = await work(tx);
          await tx.commit();
          return result;
        } catch (thrown) {
          const first = tx.firstOf(thrown);
          if (!isBroken(first)) await client.query("rollback");
          if (!mayTryAgain(first) || attempt === MOST_ATTEMPTS) throw first;
        }
      }
    });
  }

  /** Does work with a connection of the pool, which discards a broken one. */
  async #withClient<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    giveBack = (client: pg.PoolClient, isDead: boolean) => client.release(isDead),
  ): Promise<Result> {
    let client: pg.PoolClient | undefined;
    let broken = false;
    try {
      client = await this.pool.connect();
      return await work(client);
    } catch (thrown) {
      broken = isBroken(thrown);
      throw postgresTrouble(thrown) ?? thrown;
    } finally {
      if (client !== undefined) giveBack(client, broken);
    }
  }
}

interface Failure<Tables> {
  readonly thrown: unknown;
  /** The write during which the transaction failed; undefined where it failed at the commit. */
  readonly running: Write<Tables> | undefined;
  /** Whether that write has thrown it, and not an earlier one whose statements were still on their way. */
  readonly isOwn: boolean;
}

/** Whether it is trouble of the database that no write of a transaction would escape. A lock is trouble of one write. */
function concernsEveryWrite(thrown: unknown): boolean {
  return thrown instanceof StorageTrouble && !tookTooLong(thrown.cause);
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof StorageTrouble ? thrown.cause : thrown;
}

function rejected<Tables>(writes: readonly Write<Tables>[], reason: unknown): readonly [] {
  for (const { reject } of writes) reject(reason);
  return [];
}

/**
 * Sends a command without waiting for it. It must be one that fails only with its connection or transaction, because then
 * all that is sent after it fails as well.
 */
function send(client: pg.PoolClient, command: string): void {
  client.query(command).catch(() => undefined);
}

/** Ends a read. Its caller does not wait for that, because the answer is there and nothing can be lost. */
function endRead(client: pg.PoolClient, isDead: boolean): void {
  const giveBack = (isBroken: boolean) => client.release(isBroken);
  if (isDead) giveBack(true);
  else
    client.query("commit").then(
      () => giveBack(false),
      () => giveBack(true),
    );
}

async function inSchema(url: string, tables: StoreSchema, command: (schema: string) => string): Promise<void> {
  const { schema } = settingsOf(url, tables.schema);
  if (schema === tables.schema) throw new Error(`the schema ${schema} of a service is left to people`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(command(schema)).finally(() => client.end());
}

type Work<Tables> = (tx: Transaction<Tables>) => Promise<unknown>;

type Write<Tables> = QueuedWrite<Work<Tables>>;
