import { StartError } from "../start-error.js";

/** What a PostgreSQL URL says beside the server, as in `postgres://…/db?schema=threads&pool=20&patience=2s`. */
export interface PostgresSettings {
  /** The schema of the tables. */
  readonly schema: string;
  /** How many connections a process opens at most. */
  readonly pool: number;
  /** How long a write waits for a lock of another transaction. */
  readonly patienceMs: number;
}

const POOL = { least: 2, most: 500 };
const PATIENCE_MS = { least: 100, most: 60_000 };

/** Whether the name of a database is the URL of a PostgreSQL server, and not the path of a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

/**
 * The settings in a URL. The client library ignores them.
 * @param schema where the URL names none
 * @throws StartError for an impossible value
 */
export function settingsOf(url: string, schema: string): PostgresSettings {
  const parameters = new URL(url).searchParams;
  return {
    schema: schemaOf(parameters.get("schema") ?? schema),
    pool: poolOf(parameters.get("pool") ?? "10"),
    patienceMs: patienceOf(parameters.get("patience") ?? "5s"),
  };
}

function schemaOf(text: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(text)) return text;
  throw new StartError(
    "The schema of the database URL has an impossible name. Write small letters, digits and _, such as schema=threads.",
  );
}

function poolOf(text: string): number {
  const pool = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (pool >= POOL.least && pool <= POOL.most) return pool;
  throw new StartError(
    `The pool of the database URL is no number from ${POOL.least} to ${POOL.most}. Write how many connections a process may open, such as pool=20.`,
  );
}

function patienceOf(text: string): number {
  const [, digits, unit] = /^(\d{1,6})(ms|s)$/.exec(text) ?? [];
  const patience = Number(digits ?? 0) * (unit === "s" ? 1000 : 1);
  if (patience >= PATIENCE_MS.least && patience <= PATIENCE_MS.most) return patience;
  throw new StartError(
    "The patience of the database URL is no time from 100ms to 60s. Write how long a write waits for a lock, such as patience=5s.",
  );
}
