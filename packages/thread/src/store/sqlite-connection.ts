import type { Compilable } from "kysely";
import Database from "libsql";
import { sqliteDialect } from "./dialects.js";
import type { Statement } from "./statement.js";
import type { Transaction } from "./store.js";

type Prepared = Database.Statement;

/** One connection to an SQLite file, with the statements that were prepared on it. */
export class SqliteConnection implements Transaction {
  readonly db = sqliteDialect.db;
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Prepared>();

  /** @param pragmas settings such as `query_only = 1` */
  constructor(file: string, pragmas: readonly string[]) {
    this.#database = new Database(file);
    for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`);
  }

  async run<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]> {
    const { sql, valuesOf } = statement.compiledFor(sqliteDialect);
    return perform<Row>(this.#prepare(sql), valuesOf(params));
  }

  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = query.compile();
    return perform<Row>(this.#database.prepare(sql), parameters);
  }

  /** Runs a command without parameters and answer, such as `commit`. */
  exec(sql: string): void {
    this.#prepare(sql).run([]);
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function perform<Row>(prepared: Prepared, values: readonly unknown[]): readonly Row[] {
  if (prepared.reader) return prepared.all(values) as readonly Row[];
  prepared.run(values);
  return [];
}
