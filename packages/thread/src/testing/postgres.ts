import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export interface PostgresServer {
  /** Of the server's first database. */
  readonly url: string;
  /** Makes a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** Runs SQL in the server's first database. */
  command(sql: string): Promise<void>;
  /** Ends the server at once, as a crash would; its data stays. */
  crash(): Promise<void>;
  /** Starts it again with its data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Where Debian puts the newest version that is installed; undefined where none is. */
const binaries = ["/usr/lib/postgresql", "/usr/local/lib/postgresql"]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((version) => ({ version: Number(version), folder })))
  .sort((a, b) => b.version - a.version)
  .map(({ version, folder }) => join(folder, String(version), "bin"))
  .find((folder) => existsSync(join(folder, "initdb")));

export const hasPostgres = binaries !== undefined;

/** Tests on PostgreSQL are left out where it is not installed; in CI it has to be. */
export const skipsPostgres = !hasPostgres && process.env["CI"] !== "true";

/**
 * Starts a PostgreSQL server of its own in a temporary folder, reached over a socket there.
 * @param isDurable whether what it commits has to be on the disk, which takes time that tests do not need
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  if (binaries === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "nxpg-"));
  const owner = unprivileged();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const options = { ...owner, cwd: folder, stdio: "ignore" } as const;
  const setUp = ["-D", data, "-U", "thread", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(binaries, "initdb"), setUp, options);

  const urlOf = (database: string) => `postgres://thread@localhost/${database}?host=${encodeURIComponent(folder)}`;
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
  // Nobody else would end it where a test breaks off before it can.
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
    // Its own word for a crash: what is on its way is lost, and no connection is let finish.
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

/** PostgreSQL refuses to run as root, and root may write everything, so that somebody else has to. */
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
