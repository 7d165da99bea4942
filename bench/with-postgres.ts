import { hasPostgres, type PostgresServer, startPostgres } from "@nexus-core/service/testing/postgres";

/** Measures on a PostgreSQL server that writes its commits to the disk. Says so and measures nothing if there is none. */
export async function withPostgres(measure: (server: PostgresServer) => Promise<void>): Promise<void> {
  if (!hasPostgres) {
    process.stdout.write("PostgreSQL is not measured, since it is not installed.\n");
    return;
  }
  const server = await startPostgres({ isDurable: true });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
}
