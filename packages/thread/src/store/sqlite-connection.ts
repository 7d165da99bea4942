import type { Compilable } from "kysely";
import Database from "libsql";
import { sqliteDialect } from "./dialects.js";
import type { Statement } from "./statement.js";
import type { Transaction } from "./store.js";

interface Prepared {
  readonly statement: Database.Statement;
  /** Whether it has rows to tell. */
  readonly tells: boolean;
  readonly writes: boolean;
}

/** One connection to an SQLite file, with the statements that were prepared on it. */
export class SqliteConnection implements Transaction {
  readonly db = sqliteDialect.db;
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Prepared>();
  #changes = 0;

  /** @param pragmas settings such as `query_only = 1` */
  constructor(file: string, pragmas: readonly string[]) {
    this.#database = new Database(file);
    try {
      for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`);
    } catch (thrown) {
      // A file that cannot be used is tried again with every call, and must not be held open each time.
      this.#database.close();
      throw thrown;
    }
  }

  async run<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]> {
    const { sql, valuesOf } = statement.compiledFor(sqliteDialect);
    return this.#perform<Row>(this.#prepare(sql), valuesOf(params));
  }

  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = query.compile();
    return this.#perform<Row>(this.#prepareOnce(sql), parameters);
  }

  /** Runs a command without parameters and answer, such as `commit`. */
  exec(sql: string): void {
    // Not prepared: a connection is closed in truth only when the last of its statements is gone, which takes a while,
    // and one that may only read would spoil the next that is opened.
    this.#database.exec(sql);
  }

  /** How many statements have run that may have changed something. */
  get changes(): number {
    return this.#changes;
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
    return { statement, tells: statement.reader, writes: !sql.startsWith("select") };
  }

  #perform<Row>({ statement, tells, writes }: Prepared, values: readonly unknown[]): readonly Row[] {
    if (writes) this.#changes += 1;
    if (tells) return statement.all(values) as readonly Row[];
    statement.run(values);
    return [];
  }
}
