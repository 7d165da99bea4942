/** Whether a database is one of a PostgreSQL server, and not a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
