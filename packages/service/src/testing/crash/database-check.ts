import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql";
import pg from "pg";

/** The damage that SQLite itself finds in a file. */
export function damageOf(path: string): readonly string[] {
  const database = new Database(path);
  try {
    const rows = database.prepare("pragma integrity_check").all([]) as readonly { readonly integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  } finally {
    database.close();
  }
}

/** Waits until PostgreSQL has finished the work of a process that was killed. @param program as the store names it */
export async function untilIdle(url: string, program: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const asked = "select pid from pg_stat_activity where application_name = $1 and datname = current_database()";
  try {
    while ((await client.query(asked, [program])).rows.length > 0) await wait(10);
  } finally {
    await client.end();
  }
}
