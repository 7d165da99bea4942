import { rmSync } from "node:fs";
import { type PostgresServer, skipsPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import type { Session } from "nexus-core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import adapter from "./adapter.js";
import { TABLES } from "./store/tables.js";
import { temporaryFolder } from "./testing/service.js";
import { claimsOf, KEYS_FILE, signed } from "./testing/tokens.js";

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (!skipsPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const call = (session: Session, tool: string, params: object, now = Date.now()) =>
  session.call(tool, { ...params }, { credential: signed(claimsOf({ agent_id: "lead" }, now)) });
const thread = { title: "x", type: "incident", participants: ["lead"] };

const DATABASES: [string, boolean, () => string][] = [
  ["SQLite", false, () => ""],
  ["PostgreSQL", skipsPostgres, () => postgres?.url ?? ""],
];

describe.each(DATABASES)("on %s", (_, skips, database) => {
  const open = (workspace: string) =>
    adapter.open({
      workspace,
      namespace: "x",
      signal: new AbortController().signal,
      environment: { THREAD_KEYS: KEYS_FILE, THREAD_DATABASE: database() },
    });

  test.skipIf(skips)(
    "sessions in one folder share their data, and sessions in another folder do not see it",
    async () => {
      const [folder, other] = [temporaryFolder(), temporaryFolder()];
      const [one, two, three] = await Promise.all([open(folder), open(folder), open(other)]);
      const { thread_id } = (await call(one, "create_thread", thread)) as { thread_id: string };
      expect(await call(two, "get_thread", { thread_id })).toMatchObject({ thread_id });
      expect(await call(three, "get_thread", { thread_id })).toMatchObject({ error: { code: "NOT_FOUND" } });
      await one.close?.();
      expect(await call(two, "get_thread", { thread_id })).toMatchObject({ thread_id });
      await two.close?.();
      await three.close?.();
    },
  );

  test.skipIf(skips)("skipping years is quick if no prompt waits", async () => {
    const session = await open(temporaryFolder());
    const first = (await call(session, "create_thread", thread)) as { created_at: string };
    const years = 10 * 365 * 86_400_000;
    await session.advanceClock?.(years);
    const second = (await call(session, "create_thread", thread, Date.now() + years)) as { created_at: string };
    expect(Date.parse(second.created_at) - Date.parse(first.created_at)).toBeGreaterThanOrEqual(years);
    await session.close?.();
  });
});

test.skipIf(skipsPostgres)(
  "on PostgreSQL a case finds no data of an earlier case in the tables that it reuses",
  async () => {
    const url = await postgres!.createDatabase("cases");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const tables = async () => {
      const like = "table_schema like 'nexus_case_%' order by table_name";
      const { rows } = await client.query(
        `select table_schema, table_name from information_schema.tables where ${like}`,
      );
      return rows as { table_schema: string; table_name: string }[];
    };
    const open = (workspace: string) =>
      adapter.open({
        workspace,
        namespace: "x",
        signal: new AbortController().signal,
        environment: { THREAD_KEYS: KEYS_FILE, THREAD_DATABASE: url },
      });
    const folder = temporaryFolder();
    const first = await open(folder);
    const { thread_id } = (await call(first, "create_thread", thread)) as { thread_id: string };
    const made = await tables();
    // All tables of the migrations are emptied, except those of the migrator.
    expect(made.map(({ table_name }) => table_name)).toEqual(
      [...TABLES, "kysely_migration", "kysely_migration_lock"].sort(),
    );
    await first.close?.();
    // As the kit does after a case; until then a restarted process of the case may come.
    rmSync(folder, { recursive: true });
    const later = temporaryFolder();
    const second = await open(later);
    expect(await call(second, "get_thread", { thread_id })).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(await tables()).toEqual(made);
    await second.close?.();
    rmSync(later, { recursive: true });
    await adapter.close?.();
    expect(await tables()).toEqual([]);
    await client.end();
  },
);
