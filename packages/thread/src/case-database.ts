import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPostgresUrl } from "@nexus-core/service/store/postgres-url";
import { SCHEMA } from "./store/migrations.js";
import { TABLES } from "./store/tables.js";

interface CaseSchema {
  readonly url: string;
  /** Whether this process removes it in the end. */
  readonly isOwn: boolean;
}

/** The schemas of running cases and the number of sessions that use each, by the database and the folder of the case. */
const taken = new Map<string, { readonly schema: Promise<CaseSchema>; users: number }>();

interface IdleSchema {
  readonly url: string;
  readonly database: string;
  /** The case that used it last. While its folder is there, another process may go on with the case. */
  readonly folder: string;
}

/** Own schemas that no session of this process uses. Creating their tables takes longer than most cases. */
let idle: readonly IdleSchema[] = [];

/**
 * The database of one case of the conformance kit. Cases have runtimes of their own, which must not get the deferred
 * prompts of others. An SQLite file is in the case's folder. On PostgreSQL each folder has a schema, which all sessions in
 * it share like processes on one machine. Its name is kept in the folder, for the other processes of the case and for the
 * one that follows a process that was killed. After the last session the schema may serve another case.
 */
export async function caseDatabase(
  database: string,
  folder: string,
): Promise<{ readonly database: string; release(): void }> {
  if (!isPostgresUrl(database)) return { database, release: () => undefined };
  const place = `${database} ${folder}`;
  const use = taken.get(place) ?? { schema: schemaFor(database, folder), users: 0 };
  taken.set(place, use);
  use.users += 1;
  const { url, isOwn } = await use.schema.catch((error: unknown) => {
    taken.delete(place);
    throw error;
  });
  return {
    database: url,
    release: () => {
      use.users -= 1;
      if (use.users > 0) return;
      taken.delete(place);
      if (isOwn) idle = [...idle, { url, database, folder }];
    },
  };
}

/** Removes the schemas that were kept for further cases. */
export async function dropCaseDatabases(): Promise<void> {
  const over = idle.filter(({ folder }) => !existsSync(folder));
  idle = [];
  if (over.length === 0) return;
  const { PostgresStore } = await import("@nexus-core/service/store/postgres-store");
  await Promise.all(over.map(({ url }) => PostgresStore.dropSchema(url, SCHEMA)));
}

async function schemaFor(database: string, folder: string): Promise<CaseSchema> {
  const file = join(folder, ".thread/schema");
  mkdirSync(join(folder, ".thread"), { recursive: true });
  const free = idle.find((other) => other.database === database && !existsSync(other.folder));
  const url = free?.url ?? withSchema(database, newName());
  if (claim(file, url)) {
    idle = idle.filter((other) => other !== free);
    if (free !== undefined) await emptied(url);
    return { url, isOwn: true };
  }
  const [name = "", owner = ""] = readFileSync(file, "utf8").split(" ");
  const found = withSchema(database, name);
  if (Number(owner) !== process.pid && isAlive(Number(owner))) return { url: found, isOwn: false };
  idle = idle.filter((other) => other.url !== found);
  writeFileSync(file, `${name} ${process.pid}`);
  return { url: found, isOwn: true };
}

/** Names the schema of a case in its file, which appears complete. @returns false if another process has named one before */
function claim(file: string, url: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${new URL(url).searchParams.get("schema")} ${process.pid}`);
  try {
    linkSync(draft, file);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function emptied(url: string): Promise<void> {
  const { PostgresStore } = await import("@nexus-core/service/store/postgres-store");
  await PostgresStore.emptySchema(url, SCHEMA, TABLES);
}

function newName(): string {
  return `nexus_case_${randomBytes(8).toString("hex")}`;
}

function withSchema(database: string, schema: string): string {
  const url = new URL(database);
  url.searchParams.set("schema", schema);
  return url.href;
}
