/** Whether the name of a database is the URL of a PostgreSQL server, and not the path of a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
