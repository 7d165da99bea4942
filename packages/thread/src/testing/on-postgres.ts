import { startPostgres } from "@nexus-core/service/testing/postgres";

/**
 * Lets the adapter, in this process and in those that it starts, keep its threads in a PostgreSQL server of its own.
 * @returns ends the server
 */
export default async function onPostgres(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env["THREAD_DATABASE"] = server.url;
  return async () => {
    // An empty variable is as good as none.
    process.env["THREAD_DATABASE"] = "";
    await server.stop();
  };
}
