import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, skipsPostgres, startPostgres } from "../testing/postgres.js";
import { temporaryFolder } from "../testing/service.js";
import { MIGRATIONS } from "./migrations.js";
import { openStore } from "./open-store.js";
import type { Store } from "./store.js";
import { TABLES } from "./tables.js";
import { forgetTokens, keepToken } from "./tokens.js";

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (!skipsPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const DATABASES: [string, boolean, () => string][] = [
  ["SQLite", false, () => join(temporaryFolder(), "thread.db")],
  ["PostgreSQL", skipsPostgres, () => postgres?.url ?? ""],
];

/** Puts the tables back to what the first version of the service has made, with a token that was used. */
async function asFirstVersion(store: Store): Promise<void> {
  await store.write(async (tx) => {
    const { schema } = tx.db;
    for (const table of [...TABLES]) await tx.query(schema.dropTable(table));
    const [first] = MIGRATIONS;
    for (const query of first?.(tx.db) ?? []) await tx.query(query);
    const used = { jti: "j1", digest: "the first", kept_until: 2000 } as never;
    await tx.query(tx.db.insertInto("tokens").values(used));
    await tx.query(tx.db.updateTable("schema_version").set({ version: 1 }));
  });
}

describe.each(DATABASES)("a database of the first version on %s", (_, skips, database) => {
  test.skipIf(skips)("keeps its tokens, as tokens without an issuer", async () => {
    const path = database();
    const before = await openStore(path);
    await asFirstVersion(before);
    await before.close();

    const store = await openStore(path);
    const keep = (issuer: string, digest: string) =>
      store.write((tx) => keepToken(tx, { issuer, jti: "j1", digest, kept_until: 3000 }));
    expect(await keep("", "another")).toBe("the first");
    expect(await keep("a", "another")).toBe("another");
    await store.write((tx) => forgetTokens(tx, 2500));
    expect(await keep("", "a third")).toBe("a third");
    expect(await keep("a", "a third")).toBe("another");
    await store.close();
    // Nothing is left to do for the next one.
    await (await openStore(path)).close();
  });
});
