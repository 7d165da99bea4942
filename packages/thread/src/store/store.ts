import type { Compilable, Kysely } from "kysely";
import type { Statement } from "./statement.js";
import type { Tables } from "./tables.js";

/** A series of statements that see one state and, where they write, happen together or not at all. */
export interface Transaction {
  /** Runs a statement that was built beforehand. */
  run<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]>;
  /** Runs a query that is built with {@link db} each time, because the number of its values differs. */
  query<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /** Builds queries for this database; it runs none by itself. */
  readonly db: Kysely<Tables>;
}

/**
 * Where everything is kept. Trouble with the database is thrown as {@link StorageTrouble}; nothing is half written then,
 * and the next call tries again.
 */
export interface Store {
  /**
   * Runs work that only reads. It awaits nothing but statements of its transaction. On PostgreSQL each statement sees
   * what is there when it begins.
   */
  read<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Runs work that writes, whole or not at all: where it throws, nothing has happened. It awaits nothing but statements
   * of its transaction, and may be run again where the database asks for it.
   */
  write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database cannot serve just now: locked, full, read-only, gone, out of reach. */
export class StorageTrouble extends Error {
  override readonly name = "StorageTrouble";

  /** @param message what is wrong and what to do, in one line without paths or secrets */
  constructor(
    message: string,
    readonly retryAfterMs: number,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** The database is there, and the tables of this service are not: it is new, or somebody else's. */
export class MissingTables extends StorageTrouble {
  constructor(cause: unknown) {
    super("The database has not the tables of this service. Put its own back, or start the service anew.", 5000, cause);
  }
}
