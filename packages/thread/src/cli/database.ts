import { readConfig, readDatabase } from "../config.js";

/** The database that a flag or the environment names: a URL, or an absolute path. */
export function databaseIn(flag: string | undefined): string {
  if (flag !== undefined) return readDatabase("--database", flag, process.cwd());
  return readConfig({ THREAD_DATABASE: process.env["THREAD_DATABASE"] }).database;
}

export function isUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//u.test(database);
}
