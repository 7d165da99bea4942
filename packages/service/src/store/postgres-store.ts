import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Compilable, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { postgresDialect } from "./dialects.js";
import { isUpToDate, migrate } from "./migrate.js";
import { isBroken, mayTryAgain, postgresTrouble, tookTooLong } from "./postgres-errors.js";
import { type PostgresSettings, settingsOf } from "./postgres-url.js";
import type { Dialect, Statement } from "./statement.js";
import type { ChangeWatch, Store, StoreSchema, Transaction, Turn } from "./store.js";
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
        await migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), tables, schema);
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
    return this.#transaction((client) => work(new PostgresTransaction(client)));
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

  /** Callers get their answers after the commit. Without a certain commit, all of them get the trouble. */
  async #writeTogether(writes: readonly QueuedWrite<Work<Tables>>[]): Promise<readonly QueuedWrite<Work<Tables>>[]> {
    try {
      const settlements = await this.#transaction((client) => settlementsOf(writes, client));
      for (const settle of settlements) settle();
      return writes.slice(settlements.length);
    } catch (thrown) {
      for (const { reject } of writes) reject(thrown);
      return [];
    }
  }

  /** Work that another transaction blocked runs again. Trouble with the commit does not: it may have happened. */
  async #transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      for (let attempt = 1; ; attempt++) {
        try {
          send(client, "begin");
          const result = await work(client);
          const { command } = await client.query("commit");
          // The server answers so to a commit after a statement that failed.
          if (command === "ROLLBACK") throw wentOn();
          return result;
        } catch (thrown) {
          if (!isBroken(thrown)) await client.query("rollback");
          if (!mayTryAgain(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
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

/** A fault of the service: the failure of a statement is not its to hide. */
function wentOn(): Error {
  return new Error("a transaction went on after one of its statements had failed");
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

/**
 * Runs writes in a transaction that has begun, each in a savepoint, so that one that fails undoes only itself.
 * @returns how to settle each, in order. After one that waited too long the later ones have not run: they would keep the
 * rows of the first ones locked even longer
 */
async function settlementsOf<Tables>(
  writes: readonly QueuedWrite<Work<Tables>>[],
  client: pg.PoolClient,
): Promise<readonly (() => void)[]> {
  const [only] = writes;
  if (writes.length === 1 && only !== undefined) {
    const result = await only.work(new PostgresTransaction(client));
    return [() => only.resolve(result)];
  }
  const settlements: (() => void)[] = [];
  send(client, "savepoint turn");
  for (const { work, resolve, reject } of writes) {
    try {
      const tx = new PostgresTransaction<Tables>(client);
      const result = await work(tx);
      if (tx.hasFailed) throw wentOn();
      send(client, "release savepoint turn; savepoint turn");
      settlements.push(() => resolve(result));
    } catch (thrown) {
      if (isBroken(thrown) || mayTryAgain(thrown)) throw thrown;
      await client.query("rollback to savepoint turn");
      settlements.push(() => reject(postgresTrouble(thrown) ?? thrown));
      if (tookTooLong(thrown)) break;
    }
  }
  return settlements;
}

async function inSchema(url: string, tables: StoreSchema, command: (schema: string) => string): Promise<void> {
  const { schema } = settingsOf(url, tables.schema);
  if (schema === tables.schema) throw new Error(`the schema ${schema} of a service is left to people`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(command(schema)).finally(() => client.end());
}

type Work<Tables> = (tx: Transaction<Tables>) => Promise<unknown>;

class PostgresTransaction<Tables> implements Transaction<Tables> {
  readonly #dialect: Dialect<Tables> = postgresDialect();
  readonly db = this.#dialect.db;
  /** Whether a statement has failed, and every later one will. */
  hasFailed = false;

  constructor(private readonly client: pg.PoolClient) {}

  async run<Params extends object, Row>(
    statement: Statement<Tables, Params, Row>,
    params: Params,
  ): Promise<readonly Row[]> {
    const { sql, valuesOf } = statement.compiledFor(this.#dialect);
    return this.#perform<Row>({ name: nameOf(sql), text: sql, values: valuesOf(params) });
  }

  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = query.compile();
    return this.#perform<Row>({ text: sql, values: [...parameters] });
  }

  async #perform<Row>(query: pg.QueryConfig): Promise<readonly Row[]> {
    try {
      return (await this.client.query(query)).rows as readonly Row[];
    } catch (thrown) {
      this.hasFailed = true;
      throw thrown;
    }
  }
}

const names = new Map<string, string>();

/** The name under which a connection keeps the statement prepared. */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `nx_${createHash("sha256").update(sql).digest("hex").slice(0, 16)}`;
  names.set(sql, name);
  return name;
}
