import { createHash } from "node:crypto";
import { isPostgresUrl } from "./store/postgres-url.js";

/** How many sessions use a database of {@link caseDatabase} just now. */
const users = new Map<string, number>();

/**
 * The database of one case of the conformance kit: cases have runtimes of their own, which must not be given the deferred
 * prompts of others. A file stands in the case's folder; on PostgreSQL each folder has a schema, which all sessions in
 * it share, as processes on one machine would, and which is removed after the last of them.
 */
export function caseDatabase(
  database: string,
  folder: string,
): { readonly database: string; release(): Promise<void> } {
  if (!isPostgresUrl(database)) return { database, release: async () => undefined };
  const url = new URL(database);
  url.searchParams.set("schema", `nexus_case_${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`);
  const own = url.href;
  users.set(own, (users.get(own) ?? 0) + 1);
  return {
    database: own,
    release: async () => {
      const left = (users.get(own) ?? 1) - 1;
      users.set(own, left);
      if (left > 0) return;
      users.delete(own);
      const { PostgresStore } = await import("./store/postgres-store.js");
      await PostgresStore.dropSchema(own);
    },
  };
}
