import pg from "pg";
import { MissingTables, StorageTrouble } from "./store.js";

/** The message for each class of SQLSTATE, and when to try again. */
const TROUBLES: readonly (readonly [state: RegExp, message: string, retryAfterMs: number])[] = [
  [/^(40001|40P01|55P03|57014)$/, "The database is locked by other transactions. Try again.", 500],
  [/^25006$/, "The database is read-only. Make it writable, then try again.", 5000],
  [/^53100$/, "The database has no room left. Make room on its disk, then try again.", 5000],
  [
    /^(53|57P|58|08|28|25P03|3D000)/,
    "The database cannot be reached. See that its server runs and lets the service in.",
    2000,
  ],
];

/** The storage trouble behind an error; undefined for any other error, which is a fault of the program. */
export function postgresTrouble(thrown: unknown): StorageTrouble | undefined {
  if (thrown instanceof StorageTrouble) return thrown;
  if (thrown instanceof pg.DatabaseError) {
    if (thrown.code === "42P01") return new MissingTables(thrown);
    const [, message, retryAfterMs] = TROUBLES.find(([state]) => state.test(thrown.code ?? "")) ?? [];
    if (message === undefined || retryAfterMs === undefined) return undefined;
    return new StorageTrouble(message, retryAfterMs, thrown);
  }
  if (!isBroken(thrown)) return undefined;
  return new StorageTrouble(
    "The database cannot be reached. See that its server runs and lets the service in.",
    2000,
    thrown,
  );
}

/** Whether other transactions blocked this one, so that the same work may succeed again. */
export function mayTryAgain(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && (thrown.code === "40001" || thrown.code === "40P01");
}

/** Whether the wait for a lock or the whole statement took too long. The transaction itself can go on. */
export function tookTooLong(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && (thrown.code === "55P03" || thrown.code === "57014");
}

/** Whether the connection is broken: the server ended it, or nothing comes over it. */
export function isBroken(thrown: unknown): boolean {
  if (thrown instanceof pg.DatabaseError) return /^(57P|08|25P03)/.test(thrown.code ?? "");
  if (!(thrown instanceof Error)) return false;
  if ("syscall" in thrown || "errno" in thrown) return true;
  // The client library marks its own errors in no other way.
  return thrown.name === "Error" && /connection|timeout|not queryable/i.test(thrown.message);
}
