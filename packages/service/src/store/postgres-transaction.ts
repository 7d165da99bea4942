import { createHash } from "node:crypto";
import type { Compilable } from "kysely";
import type pg from "pg";
import { postgresDialect } from "./dialects.js";
import type { SharedTransaction } from "./settlements.js";
import type { Dialect, Statement } from "./statement.js";
import { type Sent, StorageTrouble } from "./store.js";

/** A transaction on a connection whose statements are sent without waiting for the answers to those before. */
export class PostgresTransaction<Tables> implements SharedTransaction<Tables> {
  readonly #dialect: Dialect<Tables> = postgresDialect();
  readonly db = this.#dialect.db;
  readonly #sent: Promise<unknown>[] = [];
  #failure: { readonly thrown: unknown } | undefined;
  changes = 0;

  constructor(private readonly client: pg.PoolClient) {}

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Of two errors the one that came first: the later ones only say that the transaction is over. */
  firstOf(thrown: unknown): unknown {
    return this.#failure === undefined || thrown instanceof StorageTrouble ? thrown : this.#failure.thrown;
  }

  /** Does not wait for the server. A transaction that has not begun runs no further statement. */
  begin(): void {
    this.client.query("begin").catch(this.#keep);
  }

  async run<Params extends object, Row>(
    statement: Statement<Tables, Params, Row>,
    params: Params,
  ): Promise<readonly Row[]> {
    return this.#perform<Row>(this.#queryOf(statement, params));
  }

  send<Params extends object, Row>(statement: Statement<Tables, Params, Row>, params: Params): Sent<Row> {
    const sent: { rows: readonly Row[] } = { rows: [] };
    // It counts even where it changes nothing in the end: the next write begins before that is known.
    const done = this.#perform<Row>(this.#queryOf(statement, params), { counts: true }).then((rows) => {
      sent.rows = rows;
    }, this.#keep);
    this.#sent.push(done);
    return sent;
  }

  async query<Row>(query: Compilable<Row>): Promise<readonly Row[]> {
    const { sql, parameters } = query.compile();
    return this.#perform<Row>({ text: sql, values: [...parameters] });
  }

  /** @throws the failure of a statement for which nobody waited */
  async commit(): Promise<void> {
    this.failIfFailed();
    const { command } = await this.client.query("commit");
    await Promise.all(this.#sent);
    // The server answers so to a commit after a statement that failed.
    if (command === "ROLLBACK") throw this.firstOf(new Error("the database has rolled the transaction back"));
    // A statement that never reached the server. The others have taken effect, so nothing may run again.
    if (this.hasFailed) throw new StorageTrouble("A part of the write is missing.", 1000, this.#failure?.thrown);
  }

  failIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }

  readonly #keep = (thrown: unknown): void => {
    this.#failure ??= { thrown };
  };

  #queryOf<Params extends object, Row>(statement: Statement<Tables, Params, Row>, params: Params): pg.QueryConfig {
    const { sql, valuesOf } = statement.compiledFor(this.#dialect);
    return { name: nameOf(sql), text: sql, values: valuesOf(params) };
  }

  /** @param options.counts whether it counts as a change even if it turns out to change nothing */
  async #perform<Row>(query: pg.QueryConfig, { counts = false } = {}): Promise<readonly Row[]> {
    this.failIfFailed();
    const writes = !query.text.startsWith("select");
    if (writes) this.changes += 1;
    try {
      const { rows, rowCount } = await this.client.query(query);
      if (writes && !counts && rowCount === 0) this.changes -= 1;
      return rows as readonly Row[];
    } catch (thrown) {
      this.#keep(thrown);
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
