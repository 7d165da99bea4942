import { type Kysely, Migrator } from "kysely";
import { StartError } from "../start-error.js";
import { MissingTables, type Store, type StoreSchema } from "./store.js";

/** The table in which kysely records the migrations that have run. */
const RECORD = "kysely_migration";

interface RecordTable {
  readonly [RECORD]: { readonly name: string };
}

/**
 * Whether the database has the present tables. A service that finds them needs no permission to create tables, or to
 * write at all.
 * @throws StartError where a newer version of the service has changed the tables
 */
export async function isUpToDate<Tables>(store: Store<Tables>, schema: StoreSchema): Promise<boolean> {
  try {
    const record = store as unknown as Store<RecordTable>;
    const rows = await record.read((tx) => tx.query(tx.db.selectFrom(RECORD).select("name")));
    const newer = rows.find(({ name }) => !Object.hasOwn(schema.migrations, name));
    if (newer !== undefined) {
      throw new StartError(
        `The database has tables of a newer version (${newer.name}), which this program does not know. ` +
          `Start the newer version of ${schema.package} that wrote it.`,
      );
    }
    return rows.length === Object.keys(schema.migrations).length;
  } catch (thrown) {
    if (thrown instanceof MissingTables) return false;
    throw thrown;
  }
}

/**
 * Brings the database to the present tables, in one transaction that excludes every other process.
 * @param db runs queries by itself
 * @param pgSchema the PostgreSQL schema of the record of migrations
 */
export async function migrate(db: Kysely<unknown>, { migrations }: StoreSchema, pgSchema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // Names give the order. A clock that was set back between two versions must not.
    allowUnorderedMigrations: true,
    ...(pgSchema === undefined ? {} : { migrationTableSchema: pgSchema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
