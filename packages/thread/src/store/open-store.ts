import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "@nexus-core/service/start-error";
import { isPostgresUrl } from "./postgres-url.js";
import { SqliteStore } from "./sqlite-store.js";
import { StorageTrouble, type Store } from "./store.js";

/**
 * Opens the database, and makes its tables where there are none.
 * @param database a `postgres://…` URL, or the path of an SQLite file, which is made where there is none
 * @param folder what a relative path is taken from
 * @throws StartError where it cannot be opened, or a newer version has written it
 */
export async function openStore(database: string, folder: string = process.cwd()): Promise<Store> {
  if (isPostgresUrl(database)) {
    // Most services have no PostgreSQL, and its client takes time to load.
    const { PostgresStore } = await import("./postgres-store.js");
    return opened("The PostgreSQL database", () => PostgresStore.open(database));
  }
  const path = resolve(folder, database);
  return opened(path, async () => {
    // Messages are nobody's business but the service's.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return SqliteStore.open(path);
  });
}

async function opened(what: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (thrown) {
    if (thrown instanceof StartError) throw thrown;
    const [reason = ""] = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n");
    const cause = thrown instanceof StorageTrouble && thrown.cause instanceof Error ? ` (${thrown.cause.message})` : "";
    throw new StartError(`${what} cannot be opened: ${reason}${cause}`, { cause: thrown });
  }
}
