import { randomBytes } from "node:crypto";
import { isPostgresUrl } from "@nexus-core/service/store/postgres-url";
import { SCHEMA } from "./store/migrations.js";
import { TABLES } from "./store/tables.js";

interface CaseSchema {
  readonly url: string;
  /** Number of sessions that use it now. */
  users: number;
}

/** The schemas of running cases, by the database and the folder of the case. */
const taken = new Map<string, CaseSchema>();

/** Empty schemas of finished cases. Creating their tables takes longer than most cases. */
const idle = new Map<string, string[]>();

/**
 * The database of one case of the conformance kit. Cases have runtimes of their own, which must not get the deferred
 * prompts of others. An SQLite file is in the case's folder. On PostgreSQL each folder has a schema, which all sessions in
 * it share like processes on one machine. After the last session the schema is emptied, and serves another case.
 */
export function caseDatabase(
  database: string,
  folder: string,
): { readonly database: string; release(): Promise<void> } {
  if (!isPostgresUrl(database)) return { database, release: async () => undefined };
  const place = `${database} ${folder}`;
  const schema = taken.get(place) ?? { url: idle.get(database)?.pop() ?? newSchema(database), users: 0 };
  taken.set(place, schema);
  schema.users += 1;
  return {
    database: schema.url,
    release: async () => {
      schema.users -= 1;
      if (schema.users > 0) return;
      taken.delete(place);
      const { PostgresStore } = await import("@nexus-core/service/store/postgres-store");
      await PostgresStore.emptySchema(schema.url, SCHEMA, TABLES);
      idle.set(database, [...(idle.get(database) ?? []), schema.url]);
    },
  };
}

/** Removes the schemas that were kept for further cases. */
export async function dropCaseDatabases(): Promise<void> {
  const urls = [...idle.values()].flat();
  idle.clear();
  if (urls.length === 0) return;
  const { PostgresStore } = await import("@nexus-core/service/store/postgres-store");
  await Promise.all(urls.map((url) => PostgresStore.dropSchema(url, SCHEMA)));
}

function newSchema(database: string): string {
  const url = new URL(database);
  url.searchParams.set("schema", `nexus_case_${randomBytes(8).toString("hex")}`);
  return url.href;
}
