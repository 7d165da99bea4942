import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type PostgresServer, skipsPostgres, startPostgres } from "./postgres.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Makes a new, empty database: the path of a file, or a URL. */
export type NewDatabase = () => Promise<string>;

/**
 * Declares tests on each kind of database.
 * @param title of the group, with `%s` for the kind
 */
export function describeOnDatabases(title: string, tests: (newDatabase: NewDatabase) => void): void {
  describe(title.replace("%s", "SQLite"), () => tests(async () => join(temporaryFolder(), "store.db")));
  describe.skipIf(skipsPostgres)(title.replace("%s", "PostgreSQL"), () => {
    let server: PostgresServer | undefined;
    let databases = 0;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.stop());
    tests(async () => {
      if (server === undefined) throw new Error("a database is made in a test, once the server runs");
      databases += 1;
      return server.createDatabase(`test_${databases}`);
    });
  });
}
