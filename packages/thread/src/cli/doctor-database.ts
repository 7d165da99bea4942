import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { type Finding, ok, wrong } from "@nexus-core/service/command-line/doctor";
import { isPostgresUrl } from "@nexus-core/service/store/postgres-url";
import { sql } from "kysely";
import { openStore } from "../store/open-store.js";
import { statement } from "../store/statement.js";
import type { Store } from "../store/store.js";
import type { TokenRow } from "../store/tables.js";

/** File systems, by the numbers that Linux has for them, on which an SQLite file loses messages or is damaged. */
const UNFIT: Readonly<Record<number, string>> = {
  16914836: "in memory, and lost when the machine stops",
  2240043254: "in memory, and lost when the machine stops",
  26985: "on a network drive, where locks cannot be trusted",
  4283649346: "on a network drive, where locks cannot be trusted",
  4266872130: "on a network drive, where locks cannot be trusted",
};

/** By how much the clock may be behind what the database has seen. */
const LEEWAY_MS = 30_000;

/** Checks that the database opens, takes a write, keeps it through a power cut, and holds no time in the future. */
export async function checkDatabase(database: string): Promise<Finding> {
  const isFile = !isPostgresUrl(database);
  if (isFile) {
    const unfit = UNFIT[statfsSync(existing(database)).type];
    if (unfit !== undefined)
      return wrong(`${database} is ${unfit}. Name a file on a disk of this machine with --database.`);
    if (!existsSync(database)) return newFile(database);
  }
  const store = await openStore(database);
  try {
    await writeAndForget(store);
    const weak = isFile ? await sqliteWeakness(store) : await postgresWeakness(store);
    if (weak !== undefined) return wrong(weak);
    const ahead = (await lastChange(store)) - Date.now();
    if (ahead > LEEWAY_MS) {
      return wrong(`the database has seen a time ${Math.round(ahead / 1000)} s ahead of this clock. Set the clock.`);
    }
    return ok(`${isFile ? database : "PostgreSQL"} opens, takes writes and keeps them`);
  } finally {
    await store.close();
  }
}

/** `serve` makes the file, `doctor` must not. */
function newFile(database: string): Finding {
  const folder = existing(database);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return ok(`${database} is not there yet, and serve will make it`);
  } catch {
    return wrong(`${folder} cannot be written. Change its permissions, or name another file with --database.`);
  }
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

const putToken = statement((db, p: TokenRow) =>
  db.insertInto("tokens").values({ issuer: p.issuer, jti: p.jti, digest: p.digest, kept_until: p.kept_until }),
);
const dropToken = statement((db, p: Pick<TokenRow, "issuer" | "jti">) =>
  db.deleteFrom("tokens").where("issuer", "=", p.issuer).where("jti", "=", p.jti),
);

/** A write that is taken back before it is through would not show that the disk is full. */
async function writeAndForget(store: Store): Promise<void> {
  const name = { issuer: "", jti: `doctor-${randomUUID()}` };
  await store.write((tx) => tx.run(putToken, { ...name, digest: "", kept_until: 0 }));
  await store.write((tx) => tx.run(dropToken, name));
}

async function sqliteWeakness(store: Store): Promise<string | undefined> {
  const [row] = await store.read((tx) =>
    tx.query({ compile: () => sql<{ synchronous: number }>`pragma synchronous`.compile(tx.db) }),
  );
  return row !== undefined && row.synchronous >= 2 ? undefined : "the database does not wait for the disk.";
}

async function postgresWeakness(store: Store): Promise<string | undefined> {
  const read = (setting: string) =>
    store.read((tx) =>
      tx.query({ compile: () => sql<{ value: string }>`select current_setting(${setting}) as value`.compile(tx.db) }),
    );
  for (const setting of ["fsync", "synchronous_commit"]) {
    const [row] = await read(setting);
    if (row?.value === "off") return `PostgreSQL has ${setting} off and may lose messages in a crash. Switch it on.`;
  }
  return undefined;
}

const findLastChange = statement((db, _: object) =>
  db.selectFrom("threads").select(({ fn }) => fn.max("updated_at").as("at")),
);

async function lastChange(store: Store): Promise<number> {
  const [row] = await store.read((tx) => tx.run(findLastChange, {}));
  return row?.at ?? 0;
}
