import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "nexus-core/base";
import { StartError } from "../start-error.js";
import { isPostgresUrl } from "./postgres-url.js";
import { SqliteStore } from "./sqlite-store.js";
import { StorageTrouble, type Store, type StoreSchema } from "./store.js";

/**
 * Opens a database, and creates its tables where they are missing.
 * @param database a `postgres://…` URL, or the path of an SQLite file, which is created where it is missing
 * @param folder the base of a relative path
 * @throws StartError where it cannot be opened, or a newer version of the service has changed its tables
 */
export async function openDatabase<Tables>(
  database: string,
  schema: StoreSchema,
  folder: string = process.cwd(),
): Promise<Store<Tables>> {
  if (isPostgresUrl(database)) {
    // Most services have no PostgreSQL, and its client takes time to load.
    const { PostgresStore } = await import("./postgres-store.js");
    return opened("The PostgreSQL database", () => PostgresStore.open<Tables>(database, schema));
  }
  const path = resolve(folder, database);
  return opened(path, async () => {
    // Only the service may read the folder.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return SqliteStore.open<Tables>(path, schema);
  });
}

async function opened<Tables>(what: string, open: () => Promise<Store<Tables>>): Promise<Store<Tables>> {
  try {
    return await open();
  } catch (thrown) {
    if (thrown instanceof StartError) throw thrown;
    const reason = reasonOf(thrown);
    const cause = thrown instanceof StorageTrouble && thrown.cause instanceof Error ? ` (${thrown.cause.message})` : "";
    throw new StartError(`${what} cannot be opened: ${reason}${cause}`, { cause: thrown });
  }
}
