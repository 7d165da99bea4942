import type { Compilable, Kysely, Migration } from "kysely";
import type { Statement } from "./statement.js";

/**
 * Statements that see one state. Where they write, they take effect together or not at all. They run in the order in which
 * they are started; starting several before awaiting them saves the way to the server and back for each.
 */
export interface Transaction<Tables> {
  /** Runs a statement that was built beforehand. */
  run<Params extends object, Row>(statement: Statement<Tables, Params, Row>, params: Params): Promise<readonly Row[]>;
  /**
   * Starts a statement for which the work need not wait, so that the next write may begin meanwhile. If it fails, the
   * work has failed.
   */
  send<Params extends object, Row>(statement: Statement<Tables, Params, Row>, params: Params): Sent<Row>;
  /** Runs a query that is built with {@link db} each time, because its number of values varies. */
  query<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /** Builds queries for this database. It runs none itself. */
  readonly db: Kysely<Tables>;
}

/** A statement on its way. */
export interface Sent<Row> {
  /** Its rows, once the write has taken effect. */
  readonly rows: readonly Row[];
}

/**
 * A database behind one port. Trouble with the database is thrown as {@link StorageTrouble}: nothing is half written
 * then, and the next call tries again.
 */
export interface Store<Tables> {
  /**
   * Runs work that only reads. All its statements see one state, whatever others commit meanwhile. It awaits nothing but
   * statements of its transaction.
   */
  read<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /**
   * Runs work that writes. Where it throws, nothing has happened. It awaits nothing but statements of its transaction,
   * and may run again where the database asks for it.
   */
  write<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /**
   * Like {@link write}, for work that begins by locking a row which many writes want. Writes with one key wait for each
   * other in memory and not in the database, so that they leave its connections to others, and may share a transaction.
   */
  writeInTurn<Result>(turn: Turn, work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Watches for changes from now on, by this process or another. */
  watch(): ChangeWatch;
  close(): Promise<void>;
}

/** The place of a write among others. */
export interface Turn {
  /** The row that the work locks first, such as the id of a thread. */
  readonly key: string;
  /**
   * Another row that the work locks after that, if writes with other keys lock it as well. Writes that share a
   * transaction run in the order of these names, because two transactions that lock the same rows in different orders
   * would wait for each other.
   */
  readonly thenLocks?: string;
}

/** Lets a reader wait for changes instead of reading again and again. */
export interface ChangeWatch {
  /**
   * Waits until something may have changed since the watch began or the last call returned.
   * @param milliseconds limit of the wait
   * @param signal ends the wait
   */
  next(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The tables of a service and how to make them. */
export interface StoreSchema {
  /** Steps from an empty database to the present tables, in the order of their names. A published step never changes. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** The program that owns the tables, such as nexus-thread, as PostgreSQL lists its connections. */
  readonly program: string;
  /** The package whose newer version may have written the database, as a message names it. */
  readonly package: string;
  /** The PostgreSQL schema where a URL names none. It keeps the tables apart from those of other programs. */
  readonly schema: string;
}

/** The database cannot serve now: it is locked, full, read-only, missing or out of reach. */
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

/** The database exists without the tables of this service: it is new, or belongs to another program. */
export class MissingTables extends StorageTrouble {
  constructor(cause: unknown) {
    super("The database lacks the tables of this service. Restore it, or restart the service.", 5000, cause);
  }
}
