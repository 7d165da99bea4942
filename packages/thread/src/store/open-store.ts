import { openDatabase } from "@nexus-core/service/store/open-database";
import { SCHEMA } from "./migrations.js";
import type { Store } from "./store.js";

/**
 * Opens the database of the service, and creates missing tables.
 * @param database a `postgres://…` URL, or the path of an SQLite file, which is created if it is missing
 * @param folder base of a relative path
 * @throws StartError if it cannot be opened, or if a newer version of the service has changed its tables
 */
export function openStore(database: string, folder?: string): Promise<Store> {
  return openDatabase(database, SCHEMA, folder);
}
