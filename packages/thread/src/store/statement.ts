import type { Compilable, Kysely } from "kysely";
import type { Tables } from "./tables.js";

/** The place of a parameter in a statement that is compiled before its values are known. */
class Slot {
  constructor(readonly name: string) {}
}

const SLOTS: unknown = new Proxy({}, { get: (_, name) => new Slot(String(name)) });

/** What queries are built with, for one kind of database. */
export interface Dialect {
  readonly db: Kysely<Tables>;
  /** Whether a row must be locked when it is read to be changed. SQLite has but one writer at a time in any case. */
  readonly lockRows: boolean;
}

/** SQL with the places of its parameters, for one kind of database. */
export interface CompiledStatement {
  readonly sql: string;
  valuesOf(params: object): unknown[];
}

type Build<Params, Row> = (db: Kysely<Tables>, params: Params, dialect: Dialect) => Compilable<Row>;

/**
 * A query that is built once for each kind of database and then only given values: building SQL anew would cost more
 * than SQLite needs to run it.
 */
export class Statement<Params, Row> {
  readonly #compiled = new WeakMap<Dialect, CompiledStatement>();
  /** Only there so that the types of parameters and rows are told apart. */
  declare readonly types: { readonly params: Params; readonly row: Row };

  constructor(private readonly build: Build<Params, Row>) {}

  compiledFor(dialect: Dialect): CompiledStatement {
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
 * @param build makes the query of parameters that stand for values to come. They may only be handed on to the query
 * builder; lists of varying length need a query of their own, see `Transaction.query`
 */
export function statement<Params, Row>(build: Build<Params, Row>): Statement<Params, Row> {
  return new Statement(build);
}
