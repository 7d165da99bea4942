import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Dialect } from "./statement.js";

// The query builder only writes SQL. The stores run it, because they know their connections, transactions and errors
// better than a driver of the builder.

const sqlite: Dialect<unknown> = {
  db: new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  lockRows: false,
};

const postgres: Dialect<unknown> = {
  db: new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  lockRows: true,
};

export function sqliteDialect<Tables>(): Dialect<Tables> {
  return sqlite as Dialect<Tables>;
}

export function postgresDialect<Tables>(): Dialect<Tables> {
  return postgres as Dialect<Tables>;
}
