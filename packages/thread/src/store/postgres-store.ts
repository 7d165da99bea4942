import { createHash } from "node:crypto";
import { StartError } from "@nexus-core/service/start-error";
import type { Compilable } from "kysely";
import pg from "pg";
import { postgresDialect } from "./dialects.js";
import { isUpToDate, migrate } from "./migrate.js";
import { isBroken, mayTryAgain, postgresTrouble } from "./postgres-trouble.js";
import type { Statement } from "./statement.js";
import type { Store, Transaction } from "./store.js";
import { TABLES } from "./tables.js";

/** Where the tables stand, so that they do not meet those of other programs in one database. */
const DEFAULT_SCHEMA = "nexus_thread";

/** Any number, known to all processes that open a database at the same time. */
const MIGRATION_LOCK = 7_305_001;

const MOST_ATTEMPTS = 5;

/** PostgreSQL's 64-bit integers, which are times and numbers of messages here: all of them safe as numbers. */
const BIGINT = 20;

/** Everything in a PostgreSQL database, for services on many machines. */
export class PostgresStore implements Store {
  private constructor(private readonly pool: pg.Pool) {}

  /**
   * @param url may name another schema for the tables, `?schema=NAME`
   * @param patienceMs how long to wait for a lock of somebody else; 5 seconds where absent
   * @throws StartError for a schema of an impossible name
   */
  static async open(url: string, { patienceMs = 5000 } = {}): Promise<PostgresStore> {
    const schema = schemaOf(url);
    const pool = new pg.Pool({
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 10_000,
      lock_timeout: patienceMs,
      query_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      application_name: "nexus-thread",
      // Before anything else is asked of a connection.
      onConnect: async (client) => {
        await client.query(`set search_path to ${schema}`);
      },
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as "text"),
      },
    });
    // A connection that ends while nobody uses it is replaced when it is needed.
    pool.on("error", () => undefined);
    // One that ends while it is used also fails what was asked over it; this alone would end the whole process.
    pool.on("connect", (client) => client.on("error", () => undefined));
    const store = new PostgresStore(pool);
    try {
      if (await isUpToDate(store)) return store;
      await store.#transaction(async (client) => {
        await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await client.query(`create schema if not exists ${schema}`);
        await migrate(new PostgresTransaction(client));
      });
    } catch (thrown) {
      await store.close();
      throw thrown;
    }
    return store;
  }

  /** Removes the schema that the URL names, with all that is in it. The one of the service is left to people. */
  static async dropSchema(url: string): Promise<void> {
    await inSchema(url, "removed", (schema) => `drop schema if exists ${schema} cascade`);
  }

  /** Deletes all that was ever written into the schema, and leaves its tables as they were made. */
  static async emptySchema(url: string): Promise<void> {
    // Of a case there are few rows, and to delete those is less work than to make the files of the tables anew.
    await inSchema(url, "emptied", (schema) => TABLES.map((table) => `delete from ${schema}.${table}`).join("; "));
  }

  async read<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#withClient((client) => work(new PostgresTransaction(client)));
  }

  async write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#transaction((client) => work(new PostgresTransaction(client)));
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

  /** A connection that has failed is not handed out again. */
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

async function inSchema(url: string, done: string, command: (schema: string) => string): Promise<void> {
  const schema = schemaOf(url);
  if (schema === DEFAULT_SCHEMA) throw new Error(`the schema ${schema} is ${done} by hand only`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(command(schema)).finally(() => client.end());
}

function schemaOf(url: string): string {
  const schema = new URL(url).searchParams.get("schema") ?? DEFAULT_SCHEMA;
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return schema;
  throw new StartError(
    "The schema of the database URL has an impossible name. Write small letters, digits and _, such as schema=threads.",
  );
}

class PostgresTransaction implements Transaction {
  readonly db = postgresDialect.db;

  constructor(private readonly client: pg.PoolClient) {}

  async run<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]> {
    const { sql, valuesOf } = statement.compiledFor(postgresDialect);
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
