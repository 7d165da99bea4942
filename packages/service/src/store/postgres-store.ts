import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Compilable, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { StartError } from "../start-error.js";
import { postgresDialect } from "./dialects.js";
import { isUpToDate, migrate } from "./migrate.js";
import { isBroken, mayTryAgain, postgresTrouble } from "./postgres-errors.js";
import type { Dialect, Statement } from "./statement.js";
import type { ChangeWatch, Store, StoreSchema, Transaction } from "./store.js";

const MOST_ATTEMPTS = 5;

/** PostgreSQL's 64-bit integers. The services store times and counts in them, which are safe as numbers. */
const BIGINT = 20;

/** Everything in a PostgreSQL database, for services on many machines. */
export class PostgresStore<Tables> implements Store<Tables> {
  private constructor(private readonly pool: pg.Pool) {}

  /**
   * @param url may name another schema for the tables, `?schema=NAME`
   * @param patienceMs limit of the wait for another transaction; 5 seconds where absent
   * @throws StartError for an impossible name of a schema, or where a newer version of the service has changed the tables
   */
  static async open<Tables>(
    url: string,
    tables: StoreSchema,
    { patienceMs = 5000 } = {},
  ): Promise<PostgresStore<Tables>> {
    const schema = schemaOf(url, tables.schema);
    const pool = new pg.Pool({
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 10_000,
      lock_timeout: patienceMs,
      query_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
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
    const store = new PostgresStore<Tables>(pool);
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
    return this.#withClient((client) => work(new PostgresTransaction(client)));
  }

  async write<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#transaction((client) => work(new PostgresTransaction(client)));
  }

  /** The server tells of no changes, so a reader looks again when its time is over. */
  watch(): ChangeWatch {
    return { next: (milliseconds, signal) => wait(milliseconds, undefined, { signal }) };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async #transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      for (let attempt = 1; ; attempt++) {
        try {
          await client.query("begin");
          const result = await work(client);
          await client.query("commit");
          return result;
        } catch (thrown) {
          if (!isBroken(thrown)) await client.query("rollback");
          if (!mayTryAgain(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
        }
      }
    });
  }

  /** Does work with a connection of the pool, which discards a broken one. */
  async #withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient | undefined;
    let broken = false;
    try {
      client = await this.pool.connect();
      return await work(client);
    } catch (thrown) {
      broken = isBroken(thrown);
      throw postgresTrouble(thrown) ?? thrown;
    } finally {
      client?.release(broken);
    }
  }
}

async function inSchema(url: string, tables: StoreSchema, command: (schema: string) => string): Promise<void> {
  const schema = schemaOf(url, tables.schema);
  if (schema === tables.schema) throw new Error(`the schema ${schema} of a service is left to people`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(command(schema)).finally(() => client.end());
}

function schemaOf(url: string, otherwise: string): string {
  const schema = new URL(url).searchParams.get("schema") ?? otherwise;
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return schema;
  throw new StartError(
    "The schema of the database URL has an impossible name. Write small letters, digits and _, such as schema=threads.",
  );
}

class PostgresTransaction<Tables> implements Transaction<Tables> {
  readonly #dialect: Dialect<Tables> = postgresDialect();
  readonly db = this.#dialect.db;

  constructor(private readonly client: pg.PoolClient) {}

  async run<Params extends object, Row>(
    statement: Statement<Tables, Params, Row>,
    params: Params,
  ): Promise<readonly Row[]> {
    const { sql, valuesOf } = statement.compiledFor(this.#dialect);
    const { rows } = await this.client.query({ name: nameOf(sql), text: sql, values: valuesOf(params) });
    return rows as readonly Row[];
  }

  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = query.compile();
    const { rows } = await this.client.query(sql, [...parameters]);
    return rows as readonly Row[];
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
