import { StartError } from "@nexus-core/service/start-error";
import { MIGRATIONS } from "./migrations.js";
import { MissingTables, type Store, type Transaction } from "./store.js";

/**
 * Whether the tables are those of this program already. Asking first lets a service start that may not make tables, or
 * may not write at all.
 */
export async function isUpToDate(store: Store): Promise<boolean> {
  try {
    const [row] = await store.read((tx) => tx.query(tx.db.selectFrom("schema_version").select("version")));
    return row?.version === MIGRATIONS.length;
  } catch (thrown) {
    if (thrown instanceof MissingTables) return false;
    throw thrown;
  }
}

/**
 * Brings the tables of a database to the present version, in a transaction that no other process is in at the same time.
 * @throws StartError where a newer version of the service has written it
 */
export async function migrate(tx: Transaction): Promise<void> {
  const { schema } = tx.db;
  await tx.query(
    schema
      .createTable("schema_version")
      .ifNotExists()
      .addColumn("version", "integer", (column) => column.notNull()),
  );
  const [row] = await tx.query(tx.db.selectFrom("schema_version").select("version"));
  const found = row?.version ?? 0;
  const version = MIGRATIONS.length;
  if (found > version) {
    throw new StartError(
      `The database has tables of version ${found}, and this program knows them up to version ${version}. ` +
        "Start the newer version of @nexus-core/thread that wrote it.",
    );
  }
  if (found === version) return;
  for (const step of MIGRATIONS.slice(found)) {
    for (const query of step(tx.db)) await tx.query(query);
  }
  if (row === undefined) await tx.query(tx.db.insertInto("schema_version").values({ version }));
  else await tx.query(tx.db.updateTable("schema_version").set({ version }));
}
