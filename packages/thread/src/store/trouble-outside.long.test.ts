/** External database failures: calls get a one-line refusal with a remedy, and the same process recovers afterwards. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keysFromFile } from "@nexus-core/service/identity/keys";
import { PostgresStore } from "@nexus-core/service/store/postgres-store";
import { SqliteStore } from "@nexus-core/service/store/sqlite-store";
import { damageOf } from "@nexus-core/service/testing/crash/database-check";
import { type PostgresServer, skipsPostgres, startPostgres, unprivileged } from "@nexus-core/service/testing/postgres";
import Database from "libsql";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import { createVerifier } from "../identity/create-verifier.js";
import { type Agents, signAgents } from "../testing/crash/agents.js";
import { type Outcome, startVictim } from "../testing/crash/victim.js";
import { createThreadService } from "../thread-service.js";
import { noRuntime } from "../wake/no-runtime.js";
import { SCHEMA } from "./migrations.js";
import type { Store } from "./store.js";

// Other users cannot enter the folder of a test run, but this test needs one.
const root = mkdtempSync(join(tmpdir(), "thread-trouble-"));
let agents: Agents;
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  chmodSync(root, 0o755);
  agents = await signAgents(root, { lead: "orchestrator" });
  if (!skipsPostgres) postgres = await startPostgres();
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(root, { recursive: true });
});

type Call = (method: string, params: object) => Promise<Outcome | undefined>;

/** Calls to a service with a thread in it. An unexpected fault of the service fails the test. */
async function callsTo(store: Store): Promise<Call> {
  onTestFinished(() => store.close());
  const verifier = createVerifier({ keys: await keysFromFile(agents.keysFile), clock: systemClock });
  const onFault = (fault: unknown) => faults.push(fault);
  const service = createThreadService({ store, verifier, runtime: noRuntime, onFault });
  const faults: unknown[] = [];
  return async (method, params) => {
    try {
      return { answer: { ...(await service.call(method, params, agents.tokenOf("lead"))) } };
    } catch (thrown) {
      if (!(thrown instanceof ThreadError) || faults.length > 0) throw faults[0] ?? thrown;
      return { refusal: thrown.toEnvelope().error };
    }
  };
}

async function newThread(call: Call): Promise<string> {
  const opened = await call("create_thread", { title: "t", type: "workflow", participants: ["ada"] });
  if (opened === undefined || !("answer" in opened)) throw new Error(JSON.stringify(opened));
  return String(opened.answer["thread_id"]);
}

const say = (call: Call, thread_id: string, body: string) =>
  call("post_message", { thread_id, schema_version: 1, kind: "chat", body, idempotency_key: body.slice(0, 100) });

/** The bodies in order. Also checks that the sequence numbers have no gaps. */
async function said(call: Call, thread_id: string): Promise<readonly string[]> {
  const messages: { seq: number; body: string }[] = [];
  for (let more: unknown = true; more; ) {
    const read = await call("read_messages", { thread_id, since_seq: messages.length, limit: 200 });
    if (read === undefined || !("answer" in read)) throw new Error(JSON.stringify(read));
    messages.push(...(read.answer["messages"] as typeof messages));
    more = read.answer["has_more"];
  }
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
  return messages.map(({ body }) => body);
}

const unavailable = (message: string, retry_after_ms: number) => ({
  refusal: { code: "UNAVAILABLE", message, retry_after_ms, request_id: expect.any(String) },
});
/** A short form of a body, for readable differences. */
const beginning = (body: string) => `${body.slice(0, 5)} ${body.length}`;
const answered = { answer: expect.anything() };

function folder(): string {
  return mkdtempSync(join(root, "db-"));
}

test("a full disk: a post that does not fit is refused completely, whatever shares its transaction", async () => {
  const path = join(folder(), "thread.db");
  const call = await callsTo(await SqliteStore.open(path, SCHEMA, ["max_page_count = 80"]));
  const thread = await newThread(call);
  const bodies = Array.from({ length: 12 }, (_, index) => `${index} ${"x".repeat(30_000)}`);
  const outcomes = await Promise.all(bodies.map((body) => say(call, thread, body)));
  for (const body of bodies) outcomes.push(await say(call, thread, body));
  const refused = outcomes.filter((outcome) => outcome !== undefined && "refusal" in outcome);
  expect(refused.length).toBeGreaterThan(0);
  for (const outcome of refused) {
    expect(outcome).toEqual(unavailable("The database has no room left. Make room on its disk, then try again.", 5000));
  }
  const kept = await said(call, thread);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(12);
  expect(await say(call, thread, "short")).toEqual(answered);
  expect(await said(call, thread)).toEqual([...kept, "short"]);
  expect(damageOf(path)).toEqual([]);
});

test("a foreign file in place of the database is never written to, and a restored copy is used", async () => {
  const path = join(folder(), "thread.db");
  const call = await callsTo(await SqliteStore.open(path, SCHEMA));
  const thread = await newThread(call);
  await say(call, thread, "one");
  const backup = `${path}.backup`;
  const copy = new Database(path);
  copy.exec(`vacuum into '${backup}'`);
  copy.close();
  const remove = () => {
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { recursive: true, force: true });
  };

  remove();
  writeFileSync(path, "");
  expect(await say(call, thread, "two")).toEqual(
    unavailable("The database lacks the tables of this service. Restore it, or restart the service.", 5000),
  );
  remove();
  const text = "This is no database. ".repeat(1000);
  writeFileSync(path, text);
  expect(await say(call, thread, "two")).toEqual(
    unavailable("The database is damaged. Put back a copy of it, then try again.", 30_000),
  );
  expect(readFileSync(path, "utf8")).toBe(text);
  remove();
  mkdirSync(path);
  expect(await say(call, thread, "two")).toEqual(
    unavailable("The database cannot be reached. See to its disk and folder, then try again.", 5000),
  );
  remove();
  copyFileSync(backup, path);
  expect(await say(call, thread, "two")).toEqual(answered);
  expect(await said(call, thread)).toEqual(["one", "two"]);
  expect(damageOf(path)).toEqual([]);
});

test("a read-only file is refused, and used again when it becomes writable", async () => {
  const dir = folder();
  const user = unprivileged();
  if (user !== undefined) chownSync(dir, user.uid, user.gid);
  const through = user === undefined ? [] : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  const path = join(dir, "thread.db");
  const victim = await startVictim("library", { agents, folder: dir, database: path, through });
  const call: Call = async (method, params) => victim?.call("lead", method, params);
  const thread = await newThread(call);
  await say(call, thread, "one");
  // An open file stays writable, so copies that respect the new mode take its place.
  for (const end of ["", "-wal", "-shm"]) {
    copyFileSync(path + end, `${path}${end}-copy`);
    chmodSync(`${path}${end}-copy`, 0o444);
    renameSync(`${path}${end}-copy`, path + end);
  }
  expect(await say(call, thread, "two")).toEqual(
    unavailable("The database is read-only. Make its file and folder writable, then try again.", 5000),
  );
  for (const end of ["", "-wal", "-shm"]) {
    if (!existsSync(path + end)) continue;
    chmodSync(path + end, 0o644);
    if (user !== undefined) chownSync(path + end, user.uid, user.gid);
  }
  expect(await say(call, thread, "two")).toEqual(answered);
  expect(await said(call, thread)).toEqual(["one", "two"]);
  process.kill(victim!.pid, "SIGKILL");
  await victim!.gone;
  expect(damageOf(path)).toEqual([]);
});

test("a file size limit that is reached and lifted while the process runs", async () => {
  const dir = folder();
  const path = join(dir, "thread.db");
  const victim = await startVictim("library", { agents, folder: dir, database: path });
  const call: Call = async (method, params) => victim?.call("lead", method, params);
  const thread = await newThread(call);
  const limit = (bytes: number | "unlimited") =>
    execFileSync("prlimit", [`--pid=${victim!.pid}`, `--fsize=${bytes}:unlimited`]);
  limit(400_000);
  const bodies = Array.from({ length: 12 }, (_, index) => `${index} ${"x".repeat(60_000)}`);
  const outcomes = await Promise.all(bodies.map((body) => say(call, thread, body)));
  // The service decides which of the posts still fit.
  const full = unavailable("The database cannot be reached. See to its disk and folder, then try again.", 5000);
  for (const outcome of outcomes) expect([full, answered]).toContainEqual(outcome);
  expect(outcomes).toContainEqual(full);
  const before = await said(call, thread);
  expect(before.length).toBeLessThan(12);
  limit("unlimited");
  for (const body of bodies) expect(await say(call, thread, body)).toEqual(answered);
  expect((await said(call, thread)).map(beginning).sort()).toEqual(bodies.map(beginning).sort());
  process.kill(victim!.pid, "SIGKILL");
  await victim!.gone;
  expect(damageOf(path)).toEqual([]);
});

test.skipIf(skipsPostgres)("PostgreSQL that crashes under posts, is locked, and loses its tables", async () => {
  const url = await postgres!.createDatabase("trouble");
  const call = await callsTo(await PostgresStore.open(`${url}&patience=200ms`, SCHEMA));
  const thread = await newThread(call);
  await say(call, thread, "one");

  const unreachable = unavailable(
    "The database cannot be reached. See that its server runs and lets the service in.",
    2000,
  );
  const bodies = ["two", "three", "four"];
  const posts = bodies.map((body) => say(call, thread, body));
  await postgres!.crash();
  for (const outcome of await Promise.all(posts)) expect([unreachable, answered]).toContainEqual(outcome);
  await postgres!.restart();
  for (const body of bodies) expect(await say(call, thread, body)).toEqual(answered);
  expect([...(await said(call, thread))].sort()).toEqual(["four", "one", "three", "two"]);

  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("begin; lock table nexus_thread.threads in exclusive mode");
  expect(await say(call, thread, "five")).toEqual(
    unavailable("The database is locked by other transactions. Try again.", 500),
  );
  expect(await said(call, thread)).toHaveLength(4);
  await other.query("rollback");
  expect(await say(call, thread, "five")).toEqual(answered);

  await other.query("alter schema nexus_thread rename to elsewhere");
  expect(await say(call, thread, "six")).toEqual(
    unavailable("The database lacks the tables of this service. Restore it, or restart the service.", 5000),
  );
  await other.query("alter schema elsewhere rename to nexus_thread");
  await other.end();
  expect(await say(call, thread, "six")).toEqual(answered);
  expect(await said(call, thread)).toHaveLength(6);
});
