import Database from "libsql";
import { MissingTables, StorageTrouble } from "./store.js";

/** The message for each kind of error, and when to try again. */
const TROUBLES: readonly (readonly [code: RegExp, message: string, retryAfterMs: number])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, "The database is locked by another process. Try again.", 500],
  [/^SQLITE_(FULL|TOOBIG)/, "The database has no room left. Make room on its disk, then try again.", 5000],
  [
    /^SQLITE_(READONLY|PERM|AUTH)/,
    "The database is read-only. Make its file and folder writable, then try again.",
    5000,
  ],
  [
    /^SQLITE_(IOERR|CANTOPEN|PROTOCOL|NOLFS)/,
    "The database cannot be reached. See to its disk and folder, then try again.",
    5000,
  ],
  [/^SQLITE_(CORRUPT|NOTADB)/, "The database is damaged. Put back a copy of it, then try again.", 30_000],
];

/** The storage trouble behind an error; undefined for any other error, which is a fault of the program. */
export function sqliteTrouble(thrown: unknown): StorageTrouble | undefined {
  if (thrown instanceof StorageTrouble) return thrown;
  if (thrown instanceof Database.SqliteError && /^no such table/.test(thrown.message)) return new MissingTables(thrown);
  const found = codeOf(thrown);
  if (found === undefined) return undefined;
  const [, message, retryAfterMs] = TROUBLES.find(([code]) => code.test(found)) ?? [];
  if (message === undefined || retryAfterMs === undefined) return undefined;
  return new StorageTrouble(message, retryAfterMs, thrown);
}

/** SQLite's code of an error; undefined for errors of others. */
function codeOf(thrown: unknown): string | undefined {
  if (thrown instanceof Database.SqliteError) return thrown.code;
  // The library reports a file that cannot be opened by text only.
  return thrown instanceof Error && thrown.message.startsWith("ConnectionFailed") ? "SQLITE_CANTOPEN" : undefined;
}

/** Whether another connection blocks this one, so that trying again soon may help. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(thrown.code);
}
