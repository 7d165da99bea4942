import type { Compilable, Kysely } from "kysely";

/** The place of a parameter in a statement that is compiled before its values are known. */
class Slot {
  constructor(readonly name: string) {}
}

const SLOTS: unknown = new Proxy({}, { get: (_, name) => new Slot(String(name)) });

/** Builds queries for one kind of database. */
export interface Dialect<Tables> {
  readonly db: Kysely<Tables>;
  /** Whether a row must be locked when it is read for a change. SQLite has only one writer at a time anyway. */
  readonly lockRows: boolean;
}

/** SQL with the places of its parameters, for one kind of database. */
interface CompiledStatement {
  readonly sql: string;
  valuesOf(params: object): unknown[];
}

type Build<Tables, Params, Row> = (db: Kysely<Tables>, params: Params, dialect: Dialect<Tables>) => Compilable<Row>;

/**
 * A query that is built once for each kind of database and then only given values: building SQL costs more than SQLite
 * needs to run it.
 */
export class Statement<Tables, Params, Row> {
  readonly #compiled = new WeakMap<Dialect<Tables>, CompiledStatement>();
  /** Exists only for the compiler, which otherwise could not tell parameters and rows of statements apart. */
  declare readonly types: { readonly params: Params; readonly row: Row };

  constructor(private readonly build: Build<Tables, Params, Row>) {}

  compiledFor(dialect: Dialect<Tables>): CompiledStatement {
    const known = this.#compiled.get(dialect);
    if (known !== undefined) return known;
    const { sql, parameters } = this.build(dialect.db, SLOTS as Params, dialect).compile();
    const compiled = {
      sql,
      valuesOf: (params: object) =>
        parameters.map((value) => (value instanceof Slot ? (params as Record<string, unknown>)[value.name] : value)),
    };
    this.#compiled.set(dialect, compiled);
    return compiled;
  }
}

/**
 * How a service with these tables writes its statements. The function that it gives to the returned one builds a query
 * from parameters without values, and may only pass them to the query builder. A list of varying length needs a query of
 * its own, see `Transaction.query`.
 */
export function statementsOf<Tables>(): <Params, Row>(
  build: Build<Tables, Params, Row>,
) => Statement<Tables, Params, Row> {
  return (build) => new Statement(build);
}
