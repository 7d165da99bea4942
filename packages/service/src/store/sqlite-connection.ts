import type { Compilable, SqliteDatabase } from "kysely";
import Database from "libsql";
import { sqliteDialect } from "./dialects.js";
import type { SharedTransaction } from "./settlements.js";
import type { Dialect, Statement } from "./statement.js";
import type { Sent } from "./store.js";

interface Prepared {
  readonly statement: Database.Statement;
  readonly returnsRows: boolean;
  readonly writes: boolean;
}

/** One connection to an SQLite file, with its prepared statements. */
export class SqliteConnection<Tables> implements SharedTransaction<Tables> {
  readonly #dialect: Dialect<Tables> = sqliteDialect();
  readonly db = this.#dialect.db;
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Prepared>();
  #changes = 0;
  /** Why a statement of the transaction failed. On a full disk SQLite rolls back by itself, and the next would stand alone. */
  #failure: { readonly thrown: unknown } | undefined;

  /** @param pragmas settings such as `query_only = 1` */
  constructor(file: string, pragmas: readonly string[]) {
    this.#database = new Database(file);
    try {
      for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`);
    } catch (thrown) {
      // Every call tries an unusable file again, so it must not stay open each time.
      this.#database.close();
      throw thrown;
    }
  }

  async run<Params extends object, Row>(
    statement: Statement<Tables, Params, Row>,
    params: Params,
  ): Promise<readonly Row[]> {
    const { sql, valuesOf } = statement.compiledFor(this.#dialect);
    return this.#perform<Row>(() => this.#prepare(sql), valuesOf(params));
  }

  send<Params extends object, Row>(statement: Statement<Tables, Params, Row>, params: Params): Sent<Row> {
    const { sql, valuesOf } = statement.compiledFor(this.#dialect);
    try {
      return { rows: this.#perform<Row>(() => this.#prepare(sql), valuesOf(params)) };
    } catch {
      // The transaction keeps the failure.
      return { rows: [] };
    }
  }

  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = query.compile();
    return this.#perform<Row>(() => this.#prepareOnce(sql), parameters);
  }

  /** Runs a command without parameters and rows, such as `commit`. */
  exec(sql: string): void {
    this.#failure = undefined;
    // Not prepared: a prepared statement keeps its connection open until it is collected, see `finishClosing`.
    this.#database.exec(sql);
  }

  /** The connection as a driver of the query builder wants it. */
  get database(): SqliteDatabase {
    return this.#database;
  }

  /** Number of statements so far that have changed something. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether a statement of the transaction has failed. All later ones fail as well, until the next command. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** @throws the failure of a statement that nobody waited for */
  failIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#prepareOnce(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #prepareOnce(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    return { statement, returnsRows: statement.reader, writes: !sql.startsWith("select") };
  }

  #perform<Row>(prepare: () => Prepared, values: readonly unknown[]): readonly Row[] {
    this.failIfFailed();
    try {
      const { statement, returnsRows, writes } = prepare();
      if (!returnsRows) {
        if (statement.run(values).changes > 0) this.#changes += 1;
        return [];
      }
      const rows = statement.all(values) as readonly Row[];
      if (writes && rows.length > 0) this.#changes += 1;
      return rows;
    } catch (thrown) {
      this.#failure = { thrown };
      throw thrown;
    }
  }
}
