import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { letGo } from "./let-go.js";
import { isUpToDate, migrate } from "./migrate.js";
import { SqliteConnection } from "./sqlite-connection.js";
import { isBusy, sqliteTrouble } from "./sqlite-trouble.js";
import { MissingTables, StorageTrouble, type Store, type Transaction } from "./store.js";

/** How long to wait for a writer of another process. */
const PATIENCE_MS = 5000;

/** At most so many writes share a transaction: who waits for the first also waits for the last. */
const MOST_TOGETHER = 64;

/** Readers never wait for writers in this mode, and what is committed is on the disk. */
const PRAGMAS = ["busy_timeout = 100", "journal_mode = wal", "synchronous = full"];

interface Unit {
  readonly work: (tx: Transaction) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Connections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
  /** The file that they have open, whatever its name names by now. */
  readonly file: string;
}

/**
 * Everything in one SQLite file, which several processes may share. Writes that are asked for while another one is on
 * its way share the next transaction: waiting for the disk is what takes time.
 */
export class SqliteStore implements Store {
  #connections: Connections | undefined;
  readonly #queue: Unit[] = [];
  #writing: Promise<void> | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  /** A file that could only be read when it was opened stays so for its connection, whatever its mode is by now. */
  #doubtful = false;
  #opening: Promise<Connections> | undefined;

  private constructor(
    private readonly path: string,
    private readonly pragmas: readonly string[],
  ) {}

  /** @param pragmas further settings of the connection that writes, for tests */
  static async open(path: string, pragmas: readonly string[] = []): Promise<SqliteStore> {
    const store = new SqliteStore(path, [...PRAGMAS, ...pragmas]);
    try {
      await patiently(() => store.#open());
      if (!(await isUpToDate(store))) await store.write(migrate);
    } catch (thrown) {
      await store.close();
      throw sqliteTrouble(thrown) ?? thrown;
    }
    return store;
  }

  async read<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const result = this.#reading.then(() => this.#readAlone(work));
    this.#reading = result.catch(() => undefined);
    return result;
  }

  write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as Unit["resolve"], reject });
      this.#writing ??= this.#drain();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#reading;
    this.#connections?.reader.close();
    this.#connections?.writer.close();
    this.#connections = undefined;
  }

  #open(): Connections {
    const writer = new SqliteConnection(this.path, this.pragmas);
    try {
      const reader = new SqliteConnection(this.path, [...PRAGMAS, "query_only = 1"]);
      this.#connections = { writer, reader, file: fileAt(this.path) ?? "" };
      return this.#connections;
    } catch (thrown) {
      writer.close();
      throw thrown;
    }
  }

  /** A file that was deleted can still be written by who has it open, and everything would be lost in silence. */
  async #ready(): Promise<Connections> {
    const file = fileAt(this.path);
    if (file === undefined) {
      throw new StorageTrouble("The database is gone. Put its file back, or start the service anew without it.", 5000);
    }
    const open = this.#connections;
    if (open?.file === file && !this.#doubtful) return open;
    // Reading and writing go on side by side, and both may find this at the same time.
    this.#opening ??= this.#openAnew().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openAnew(): Promise<Connections> {
    this.#connections?.reader.close();
    this.#connections?.writer.close();
    this.#connections = undefined;
    this.#doubtful = false;
    await letGo();
    return this.#open();
  }

  async #readAlone<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    try {
      const { reader } = await this.#ready();
      reader.exec("begin");
      return await within(reader, () => work(reader));
    } catch (thrown) {
      throw this.#troubleOf(thrown) ?? thrown;
    }
  }

  /** The next call opens the file anew, unless the trouble is one of other connections or of a file without tables yet. */
  #troubleOf(thrown: unknown): StorageTrouble | undefined {
    const trouble = sqliteTrouble(thrown);
    if (trouble !== undefined && !isBusy(thrown) && !(trouble instanceof MissingTables)) this.#doubtful = true;
    return trouble;
  }

  async #drain(): Promise<void> {
    // What is asked for in the same turn belongs together.
    await undefined;
    while (this.#queue.length > 0) {
      const units = this.#queue.splice(0, MOST_TOGETHER);
      // One of them has failed half-way, and only it alone may be undone.
      if (!(await this.#writeTogether(units))) for (const unit of units) await this.#writeTogether([unit]);
    }
    this.#writing = undefined;
  }

  /**
   * Runs writes in one transaction. Nobody is told anything before it is committed, because what one of them has seen may
   * be the work of another.
   * @returns false where one of several has failed half-way; nothing has happened then
   */
  async #writeTogether(units: readonly Unit[]): Promise<boolean> {
    try {
      const writer = await patiently(() => this.#begin());
      const settlements = await within(writer, () => settlementsOf(units, writer));
      for (const settle of settlements) settle();
    } catch (thrown) {
      const trouble = this.#troubleOf(thrown);
      if (units.length > 1 && trouble === undefined) return false;
      for (const { reject } of units) reject(trouble ?? thrown);
    }
    return true;
  }

  async #begin(): Promise<SqliteConnection> {
    const { writer } = await this.#ready();
    writer.exec("begin immediate");
    return writer;
  }
}

/** What each of the units is to be told. One that was refused before it changed anything is no trouble for the others. */
async function settlementsOf(units: readonly Unit[], writer: SqliteConnection): Promise<readonly (() => void)[]> {
  const settlements: (() => void)[] = [];
  for (const { work, resolve, reject } of units) {
    const { changes } = writer;
    try {
      const result = await work(writer);
      settlements.push(() => resolve(result));
    } catch (thrown) {
      if (writer.changes > changes || sqliteTrouble(thrown) !== undefined) throw thrown;
      settlements.push(() => reject(thrown));
    }
  }
  return settlements;
}

/** Work in a transaction that has begun. */
async function within<Result>(connection: SqliteConnection, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    connection.exec("commit");
    return result;
  } catch (thrown) {
    // Where the disk is full, SQLite has ended the transaction by itself.
    if (connection.inTransaction) connection.exec("rollback");
    throw thrown;
  }
}

/** Tries again while another process is in the way, and lets this one go on with other things meanwhile. */
async function patiently<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() > end) throw thrown;
    }
    await wait(1 + Math.random() * 10);
  }
}

/** Which file stands at the path, if any. */
function fileAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}
