import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export interface PostgresServer {
  /** The URL of the server's first database. */
  readonly url: string;
  /** Makes a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** Runs SQL in the server's first database. */
  command(sql: string): Promise<void>;
  /** Ends the server at once, like a crash. Its data stays. */
  crash(): Promise<void>;
  /** Starts it again with its data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Debian's folder of the newest installed version; undefined where none is installed. */
const binaries = ["/usr/lib/postgresql", "/usr/local/lib/postgresql"]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((version) => ({ version: Number(version), folder })))
  .sort((a, b) => b.version - a.version)
  .map(({ version, folder }) => join(folder, String(version), "bin"))
  .find((folder) => existsSync(join(folder, "initdb")));

export const hasPostgres = binaries !== undefined;

/** Tests on PostgreSQL are skipped where it is not installed. In CI it must be. */
export const skipsPostgres = !hasPostgres && process.env["CI"] !== "true";

/**
 * Starts a PostgreSQL server in a temporary folder, which is reached over a socket there.
 * @param isDurable whether commits are written to the disk, which takes time that tests do not need
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  if (binaries === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "nxpg-"));
  const owner = unprivileged();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const options = { ...owner, cwd: folder, stdio: "ignore" } as const;
  const setUp = ["-D", data, "-U", "nexus", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(binaries, "initdb"), setUp, options);

  const urlOf = (database: string) => `postgres://nexus@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const url = urlOf("postgres");
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    `fsync=${isDurable ? "on" : "off"}`,
    "max_connections=100",
  ];
  const start = () =>
    spawn(join(binaries, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], options);

  let server = start();
  // A test that breaks off does not stop the server itself.
  const endWithTests = () => void server.kill("SIGKILL");
  process.once("exit", endWithTests);
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await gone;
  };
  await reachable(url);
  return {
    url,
    createDatabase: async (name) => {
      await query(url, `create database ${name}`);
      return urlOf(name);
    },
    command: (sql) => query(url, sql),
    // SIGQUIT makes PostgreSQL crash: it ends all connections without finishing their work.
    crash: () => end("SIGQUIT"),
    restart: async () => {
      server = start();
      await reachable(url);
    },
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) await end("SIGINT");
      process.off("exit", endWithTests);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An ordinary user where this process runs as root: PostgreSQL refuses root, and permissions do not stop it. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (user: string, flag: string) => Number(execFileSync("id", [flag, user], { stdio: "pipe" }).toString());
  for (const user of ["postgres", "nobody"]) {
    try {
      return { uid: idOf(user, "-u"), gid: idOf(user, "-g") };
    } catch {
      // There is no such user.
    }
  }
  throw new Error("there is no user postgres or nobody to run PostgreSQL as");
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await query(url, "select 1");
    } catch (thrown) {
      if (attempt === 300) throw thrown;
    }
    await wait(50);
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
