/**
 * Loaded before the program: each folder has a database of its own on the PostgreSQL server, as an SQLite file is in one.
 * Schemas of one database would do, but with hundreds of them it takes seconds to make the next.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import pg from "pg";

/** Another process of the same case was faster. */
const THERE_ALREADY = new Set(["42P04", "23505"]);

if (process.env.THREAD_DATABASE) {
  const url = new URL(process.env.THREAD_DATABASE);
  const name = `case_${createHash("sha256").update(process.cwd()).digest("hex").slice(0, 16)}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`).catch((error) => {
    if (!THERE_ALREADY.has(error.code)) throw error;
  });
  await client.query(`comment on database ${name} is ${client.escapeLiteral(process.cwd())}`);
  await dropOld(client);
  await client.end();
  url.pathname = name;
  process.env.THREAD_DATABASE = url.href;
}

/** Each takes eight megabytes, so those of cases that have ended go. */
async function dropOld(client) {
  const folders = "select datname as name, shobj_description(oid, 'pg_database') as folder from pg_database";
  const { rows } = await client.query(`${folders} where datname like 'case%'`);
  const old = rows.filter(({ folder }) => folder !== null && !existsSync(folder));
  // Another process may drop it at the same time.
  for (const { name } of old) await client.query(`drop database ${name} with (force)`).catch(() => undefined);
}
