/**
 * `npm run bench:forms`: measures posts per second through the library, over stdio and over HTTP, with one client and with
 * eight, each in a thread of its own. Beside each, in turns, one connection of the bare database library makes the same
 * inserts with a commit for each post. The clients are those of the official MCP library, and share the two cores.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";
import { perSecond, SLICE_MS } from "./per-second.js";
import { BODY, openBarePostgres, openBareSqlite, openService, type ServiceSide, type Side } from "./thread-sides.js";
import { withPostgres } from "./with-postgres.js";

const ROUNDS = 5;
const CLIENTS = [1, 8];
const MOST = Math.max(...CLIENTS);
const BIN = join(packageRoot, "packages/thread/bin/nexus-thread.js");

type Post = (thread: string, client: number) => Promise<void>;

interface Form {
  readonly post: Post;
  close(): Promise<void>;
}

interface Row {
  readonly database: string;
  readonly form: string;
  readonly clients: number;
  readonly perSecond: number;
  readonly bare: number;
  readonly share: number;
}

const load = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
const rows: Row[] = [];
try {
  await ofDatabase("SQLite", join(folder, "thread.db"), openBareSqlite);
  await withPostgres(async (server) =>
    ofDatabase("PostgreSQL", await server.createDatabase("forms"), openBarePostgres),
  );
} finally {
  rmSync(folder, { recursive: true });
}
report();

async function ofDatabase(database: string, at: string, openBare: (database: string) => Side): Promise<void> {
  const service = await openService(at, join(folder, `keys-${database}`));
  const bare = openBare(at);
  const threads: string[] = [];
  while (threads.length <= MOST) threads.push(await service.newThread());
  // The bare side has a thread of its own.
  const [own = "", ...others] = threads;
  const words = ["serve", "--keys", service.keysFile, "--database", at, "--quota", "none"];
  const forms: Readonly<Record<string, () => Promise<Form>>> = {
    library: async () => ({ post: service.post, close: async () => undefined }),
    stdio: () => overStdio(words, service),
    HTTP: () => overHttp(words, service),
  };
  for (const [form, open] of Object.entries(forms)) {
    const opened = await open();
    for (const clients of CLIENTS) {
      const ours = () => perSecond(clients, (client) => opened.post(others[client] ?? "", client));
      const theirs = () => perSecond(1, () => bare.post(own, 0));
      for (const warmUp of [ours, theirs]) await warmUp();
      const rounds: { ours: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ours(), bare: await theirs() });
      rows.push({
        database,
        form,
        clients,
        perSecond: medianOf(rounds.map((round) => round.ours)),
        bare: medianOf(rounds.map((round) => round.bare)),
        share: medianOf(rounds.map((round) => round.ours / round.bare)),
      });
    }
    await opened.close();
  }
  await service.close();
  await bare.close();
}

/** A server for each client, as each agent's tool starts its own. */
async function overStdio(words: readonly string[], { tokenOf }: ServiceSide): Promise<Form> {
  const clients = await Promise.all(
    Array.from({ length: MOST }, async (_, number) => {
      const client = new Client({ name: "bench", version: "1" });
      const env = { PATH: process.env["PATH"] ?? "", THREAD_TOKEN: tokenOf(number) };
      const args = [BIN, ...words, "--stdio"];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
      return client;
    }),
  );
  return formOf(clients, async () => undefined);
}

/** One server for all clients. */
async function overHttp(words: readonly string[], { tokenOf }: ServiceSide): Promise<Form> {
  const server = spawn(process.execPath, [BIN, ...words, "--http", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await urlOf(server);
  const clients = await Promise.all(
    Array.from({ length: MOST }, async (_, number) => {
      const client = new Client({ name: "bench", version: "1" });
      const requestInit = { headers: { Authorization: `Bearer ${tokenOf(number)}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return client;
    }),
  );
  return formOf(clients, async () => {
    server.kill();
    await once(server, "exit");
  });
}

function formOf(clients: readonly Client[], end: () => Promise<void>): Form {
  return {
    post: async (thread_id, number) => {
      const message = { thread_id, schema_version: 1, kind: "chat", body: BODY, idempotency_key: randomUUID() };
      const { isError, content } =
        (await clients[number]?.callTool({ name: "post_message", arguments: message })) ?? {};
      if (isError === true) throw new Error(JSON.stringify(content));
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await end();
    },
  };
}

/** The first line that the server prints is its address. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the server has no standard output");
  const [url] = (await once(createInterface({ input: stdout }), "line")) as [string];
  return url;
}

function report(): void {
  const machine = `${cpus().length} cores with a load of ${load.toFixed(1)}, Node ${process.version.replace("v", "")}`;
  process.stdout.write(`Posts by form, medians of ${ROUNDS} rounds of ${SLICE_MS} ms on ${machine}\n\n`);
  for (const { database, form, clients, perSecond: ours, bare, share } of rows) {
    const what = `${database.padEnd(11)}${form.padEnd(8)} ${clients} ${clients === 1 ? "client " : "clients"}`;
    process.stdout.write(
      `${what} ${ours.toFixed(0).padStart(6)}/s  bare ${bare.toFixed(0).padStart(6)}/s  share ${share.toFixed(2)}\n`,
    );
  }
  writeFileSync(join(packageRoot, "bench/results-forms.json"), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}
