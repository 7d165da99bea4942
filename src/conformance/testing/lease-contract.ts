/** A contract that the kit does not know: keys and values in a file, and a lease that one agent holds. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import type { Params } from "../fixture/case.js";

const CONTRACT = `
id: lease-store
version: "1"
title: A store of keys and values with a lease
source: invented for a test
surfaces: [tools, process]
profiles: [full]
envelope: { error: { when: $.error, message: $.error.message, code: $.error.code } }
tools:
  put: { profile: full, output: tool-schemas/entry.json, writes: [store.json, log.jsonl] }
  get: { profile: full, output: tool-schemas/entry.json, writes: [] }
  lease: { profile: full, output: tool-schemas/lease.json, writes: [store.json] }
  release: { profile: full, writes: [store.json] }
state:
  - { path: store.json, schema: state-schemas/store.json }
oracles: { output: kv.answers.schema, state: kv.store.schema, tree: kv.store.named }
invariants:
  - { id: log-only-grows, requirement: kv.log.grows, rule: grows, file: log.jsonl, list: $ }
  - { id: revisions-rise, requirement: kv.log.grows, rule: rises, file: log.jsonl, list: $, key: rev }
  - { id: keys-are-unique, requirement: kv.store.keys, rule: unique, file: store.json, list: $.entries, key: key }
requirements:
  - { id: kv.put.keeps, level: MUST, profile: full, text: What was put is what get returns. }
  - { id: kv.put.rev, level: MUST, profile: full, text: Every put gets the next revision. }
  - { id: kv.put.survives, level: MUST, profile: full, text: What was put is there after a restart. }
  - { id: kv.put.whole, level: MUST, profile: full, text: After a crash the store is the old or the new one. }
  - { id: kv.put.concurrent, level: MUST, profile: full, text: Puts at the same time lose no update. }
  - { id: kv.get.unknown, level: MUST, profile: full, text: A key that was never put is refused as NOT_FOUND. }
  - { id: kv.lease.single, level: MUST, profile: full, text: Of several agents that ask at once one gets the lease. }
  - { id: kv.lease.expires, level: MUST, profile: full, text: A lease that runs out can be had by another agent. }
  - { id: kv.lease.release, level: MUST, profile: full, text: A lease that was given back can be had by another agent. }
  - { id: kv.answers.schema, level: MUST, profile: full, text: Answers keep to their schema. }
  - { id: kv.store.schema, level: MUST, profile: full, text: The store keeps to its schema. }
  - { id: kv.store.named, level: MUST, profile: full, text: No other file is touched. }
  - { id: kv.store.keys, level: MUST, profile: full, text: Every key is unique in the store. }
  - { id: kv.log.grows, level: MUST, profile: full, text: The log only grows and its revisions rise. }
`;

const OPENINGS = {
  a_held_lease: [
    {
      as: "ada",
      action: { tool: "lease", params: { key: "door" } },
      capture: { token: "$.token", until: "$.until" },
    },
  ],
};

const put = (key: string, value: unknown) => ({ tool: "put", params: { key, value } });
const get = (key: string) => ({ tool: "get", params: { key } });
const lease = { tool: "lease", params: { key: "door" } };

const FIXTURES = [
  {
    test_id: "put_and_get",
    description: "A value, its revision and its line in the log belong together",
    verifies: ["kv.put.keeps", "kv.put.rev", "kv.store.schema", "kv.store.named", "kv.store.keys", "kv.log.grows"],
    steps: [
      { action: put("a", { list: [1] }), capture: { rev: "$.rev", value: "$.value" } },
      {
        action: get("a"),
        assert_return: {
          "$.rev": { same_as: "rev" },
          "$.value": { same_as: "value" },
          $: { schema: "tool-schemas/entry.json" },
        },
        assert_state: { "log.jsonl": { $: { length: 1 }, "$[0].rev": "{{rev}}", "$[0].key": "a" } },
      },
      {
        action: put("a-{{rev}}", "{{value}}"),
        assert_return: { "$.key": "a-{{rev}}", "$.value": { equals: { list: [1] } } },
      },
    ],
  },
  {
    test_id: "get_unknown",
    description: "A key that was never put is refused with its code",
    verifies: ["kv.get.unknown", "kv.answers.schema"],
    action: get("nothing"),
    postcondition: { assert_error: { code: "NOT_FOUND", mentions: ["nothing"] } },
  },
  {
    test_id: "one_lease_of_sixteen",
    description: "Sixteen agents in four processes ask at once and one of them gets the lease",
    verifies: ["kv.lease.single"],
    steps: [
      {
        concurrent: { times: 16, each: { as: "agent-{{n}}", action: lease }, processes: 4 },
        assert_outcomes: { ok: 1, errors: { HELD: 15 } },
        assert_state: { "store.json": { "$.leases.length": 1, "$.leases[0].by": { pattern: "^agent-[0-9]+$" } } },
      },
    ],
  },
  {
    test_id: "puts_at_once",
    description: "Puts of different keys at the same time are all kept",
    verifies: ["kv.put.concurrent", "kv.put.rev"],
    steps: [
      {
        concurrent: { times: 6, each: { action: put("key-{{n}}", "{{n}}") }, processes: 3 },
        assert_state: { "store.json": { "$.entries.length": 6 }, "log.jsonl": { "$.length": 6 } },
      },
      { action: get("key-6"), assert_return: { "$.value": 6 } },
      {
        concurrent: [{ action: get("key-1") }, { action: get("key-none") }],
        assert_outcomes: { ok: { min: 1 }, errors: 1 },
      },
    ],
  },
  {
    test_id: "lease_expires",
    description: "A lease that runs out goes to the next agent who asks",
    verifies: ["kv.lease.expires"],
    environment: { LEASE_SECONDS: "60" },
    steps: [
      { use: "a_held_lease" },
      { as: "bob", action: lease, assert_error: { code: "HELD", contains: "ada" } },
      { wait: { clock: "61s" } },
      { as: "bob", action: lease, assert_return: { "$.by": "bob", "$.token": { type: "integer" } } },
    ],
  },
  {
    test_id: "lease_released",
    description: "A lease that was given back goes to the next agent who asks",
    verifies: ["kv.lease.release"],
    steps: [
      { as: "ada", action: lease, capture: { token: "$.token" }, assert_return: { "$.by": "ada" } },
      { wait: 1 },
      { as: "ada", action: { tool: "release", params: { token: "{{token}}" } } },
      { as: "bob", action: lease, assert_return: { "$.by": "bob" } },
    ],
  },
  {
    test_id: "restart_keeps_everything",
    description: "What was put is there after the process was ended and started again",
    verifies: ["kv.put.survives"],
    surfaces: ["process"],
    steps: [
      { action: put("a", 1), capture: { rev: "$.rev" } },
      { restart: { signal: "SIGTERM" } },
      { action: get("a"), assert_return: { "$.value": 1, "$.rev": { same_as: "rev" } } },
    ],
  },
  {
    test_id: "crash_in_the_middle_of_a_put",
    description: "A put that was ended after its first write leaves the old or the new store",
    verifies: ["kv.put.whole"],
    surfaces: ["process"],
    steps: [
      { action: put("a", 1) },
      { restart: { signal: "SIGKILL", during: { action: put("a", 2) }, after: "first-write" } },
      { action: get("a"), assert_return: { "$.value": { one_of: [1, 2] } } },
    ],
  },
];

const schema = (id: string, properties: object) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: id,
  type: "object",
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});

/** The contract in a new folder; `changes` replaces or adds files. */
export function leaseContract(changes: Readonly<Record<string, unknown>> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "contract.yml": CONTRACT,
    "openings.json": OPENINGS,
    "scenarios/all.json": FIXTURES,
    "tool-schemas/entry.json": schema("entry.json", { key: { type: "string" }, value: {}, rev: { type: "integer" } }),
    "tool-schemas/lease.json": schema("lease.json", {
      by: { type: "string" },
      token: { type: "integer" },
      until: { type: "integer" },
    }),
    "state-schemas/store.json": schema("store.json", {
      rev: { type: "integer" },
      entries: { type: "array", items: { $ref: "entry.json" } },
      leases: { type: "array" },
    }),
    ...changes,
  });
  return folder;
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly rev: number;
}

interface Lease {
  readonly key: string;
  readonly by: string;
  readonly token: number;
  readonly until: number;
}

interface Store {
  readonly rev: number;
  readonly entries: readonly Entry[];
  readonly leases: readonly Lease[];
}

/** Faults that this implementation can be given. */
export interface Lies {
  /** Checks whether a lease is free, and takes it a moment later. */
  readonly twoWinners?: boolean;
  /** Keeps values only in memory, and answers as if they were written. */
  readonly lostWrites?: boolean;
  readonly neverExpires?: boolean;
  /** Writes the store in two halves. */
  readonly halfWrites?: boolean;
  /** Overwrites the log with every put. */
  readonly forgetsLog?: boolean;
}

function refuse(code: string, message: string) {
  return { error: { code, message } };
}

/** Sessions in one process that simulate separate processes: they share only the files. */
export function leaseAdapter(lies: Lies = {}, declared: Partial<Adapter> = {}): Adapter {
  return {
    name: "lease store",
    surfaces: ["tools", "process"],
    open({ workspace, environment }) {
      const path = join(workspace, "store.json");
      let memory: Store | undefined;
      let ahead = 0;
      let alive = true;
      const read = (): Store => {
        if (memory !== undefined) return memory;
        try {
          return JSON.parse(readFileSync(path, "utf8")) as Store;
        } catch {
          return { rev: 0, entries: [], leases: [] };
        }
      };
      const write = async (store: Store) => {
        if (lies.lostWrites === true) {
          memory = store;
          return;
        }
        const text = JSON.stringify(store);
        if (lies.halfWrites === true) {
          writeFileSync(path, text.slice(0, text.length / 2));
          await sleep(20);
        }
        if (alive) writeFileSync(path, text);
      };
      const tools: Record<string, (params: Params, agent: string) => unknown> = {
        async put({ key, value }) {
          const { rev, entries, leases } = read();
          const entry: Entry = { key: String(key), value, rev: rev + 1 };
          const log = lies.forgetsLog === true ? "" : readLog(workspace);
          writeFiles(workspace, { "log.jsonl": `${log}${JSON.stringify({ rev: entry.rev, key })}\n` });
          await write({ rev: entry.rev, entries: [...entries.filter((other) => other.key !== key), entry], leases });
          return entry;
        },
        get({ key }) {
          return read().entries.find((entry) => entry.key === key) ?? refuse("NOT_FOUND", `no key ${String(key)}`);
        },
        async lease({ key }, by) {
          const { rev, entries, leases } = read();
          const now = Date.now() + ahead;
          const held = leases.find((other) => other.key === key && (lies.neverExpires === true || other.until > now));
          if (held !== undefined) return refuse("HELD", `${held.by} holds it`);
          if (lies.twoWinners === true) await sleep(5);
          const token = rev + 1;
          const until = now + Number(environment?.["LEASE_SECONDS"] ?? 60) * 1000;
          const others = leases.filter((other) => other.key !== key);
          await write({ rev: token, entries, leases: [...others, { key: String(key), by, token, until }] });
          return { by, token, until };
        },
        async release({ token }) {
          const { rev, entries, leases } = read();
          await write({ rev, entries, leases: leases.filter((held) => held.token !== token) });
          return { released: true };
        },
      };
      return {
        call: (tool, params, options) => tools[tool]?.(params, options?.as ?? "nobody"),
        async kill() {
          alive = false;
          memory = undefined;
        },
        advanceClock(milliseconds) {
          ahead += milliseconds;
        },
      };
    },
    ...declared,
  };
}

function readLog(workspace: string): string {
  try {
    return readFileSync(join(workspace, "log.jsonl"), "utf8");
  } catch {
    return "";
  }
}
