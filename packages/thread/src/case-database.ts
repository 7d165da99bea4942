import { randomBytes } from "node:crypto";
import { isPostgresUrl } from "./store/postgres-url.js";

interface CaseSchema {
  readonly url: string;
  /** How many sessions use it just now. */
  users: number;
}

/** The schemas of the cases that go on, by the database and the case's folder. */
const taken = new Map<string, CaseSchema>();

/** Schemas of cases that are over, without a row: to make their tables takes longer than most cases do. */
const idle = new Map<string, string[]>();

/**
 * The database of one case of the conformance kit: cases have runtimes of their own, which must not be given the deferred
 * prompts of others. A file stands in the case's folder; on PostgreSQL each folder has a schema, which all sessions in
 * it share, as processes on one machine would. After the last of them it is emptied, and serves another case.
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
      const { PostgresStore } = await import("./store/postgres-store.js");
      await PostgresStore.emptySchema(schema.url);
      idle.set(database, [...(idle.get(database) ?? []), schema.url]);
    },
  };
}

/** Removes what was kept for further cases. */
export async function dropCaseDatabases(): Promise<void> {
  const urls = [...idle.values()].flat();
  idle.clear();
  if (urls.length === 0) return;
  const { PostgresStore } = await import("./store/postgres-store.js");
  await Promise.all(urls.map((url) => PostgresStore.dropSchema(url)));
}

function newSchema(database: string): string {
  const url = new URL(database);
  url.searchParams.set("schema", `nexus_case_${randomBytes(8).toString("hex")}`);
  return url.href;
}
