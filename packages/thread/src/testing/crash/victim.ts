import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { COMMIT_HOOK } from "@nexus-core/service/testing/crash/hooks";
import type { Agents } from "./agents.js";

/** The form in which a process serves: the two forms of `nexus-thread serve`, or a small program with the library. */
export const FORMS = ["stdio", "http", "library"] as const;
export type Form = (typeof FORMS)[number];

/** The outcome of a call. */
export type Outcome = { readonly answer: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal };

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly retry_after_ms?: number;
}

/** A process with the service, to be killed. */
export interface Victim {
  readonly pid: number;
  /** @returns undefined where the process ended before it answered */
  call(agent: string, method: string, params: object): Promise<Outcome | undefined>;
  /** Resolves when the process has ended and all its answers were read. */
  readonly gone: Promise<unknown>;
}

export interface VictimOptions {
  readonly agents: Agents;
  readonly database: string;
  readonly folder: string;
  /** The commit at which it kills itself, such as `before:3`, see the hook. */
  readonly crash?: string;
  /** A command that starts the program instead of being started by it, such as one that changes the user. */
  readonly through?: readonly string[];
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SERVER = here("../../../bin/nexus-thread.js");

/** @returns undefined where it ended before it could be called */
export function startVictim(form: Form, options: VictimOptions): Promise<Victim | undefined> {
  if (form === "stdio") return overStdio(options);
  return form === "http" ? overHttp(options) : asLibrary(options);
}

function environmentOf({ agents, database, crash }: VictimOptions): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    THREAD_KEYS: agents.keysFile,
    THREAD_DATABASE: database,
    THREAD_POST_QUOTA: "none",
    ...(crash === undefined ? {} : { CRASH_AT: crash }),
  };
}

function wordsOf(options: VictimOptions, program: string, ...words: readonly string[]): [string, string[]] {
  const hook = options.crash === undefined ? [] : ["--import", COMMIT_HOOK];
  const [command = process.execPath, ...rest] = [...(options.through ?? []), process.execPath];
  return [command, [...rest, ...hook, program, ...words]];
}

async function asLibrary(options: VictimOptions): Promise<Victim> {
  const child = started(options, here("worker.mjs"));
  const waiting = new Map<number, (outcome: Outcome | undefined) => void>();
  let calls = 0;
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const { id, ...outcome } = JSON.parse(line) as Outcome & { readonly id: number };
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  const gone = once(child, "close").then(() => {
    for (const settle of waiting.values()) settle(undefined);
  });
  // A process that has ended reads nothing.
  child.stdin!.on("error", () => undefined);
  return {
    pid: child.pid!,
    gone,
    call: (agent, method, params) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
        calls += 1;
        waiting.set(calls, resolve);
        child.stdin!.write(`${JSON.stringify({ id: calls, method, params, token: options.agents.tokenOf(agent) })}\n`);
      }),
  };
}

async function overHttp(options: VictimOptions): Promise<Victim | undefined> {
  const child = started(options, SERVER, "serve", "--http", "127.0.0.1:0");
  const gone = once(child, "close");
  const listening = once(createInterface({ input: child.stdout! }), "line") as Promise<[string]>;
  const url = await Promise.race([listening.then(([line]) => line), gone.then(() => undefined)]);
  if (url === undefined) return undefined;
  const clients = new Map<string, Promise<Client>>();
  const connect = async (agent: string) => {
    const client = new Client({ name: "trial", version: "1.0.0" });
    const headers = { Authorization: `Bearer ${options.agents.tokenOf(agent)}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return client;
  };
  return {
    pid: child.pid!,
    gone,
    call: async (agent, method, params) => {
      const client = clients.get(agent) ?? connect(agent);
      clients.set(agent, client);
      return outcomeOf(client.then((each) => each.callTool({ name: method, arguments: { ...params } })));
    },
  };
}

async function overStdio(options: VictimOptions): Promise<Victim | undefined> {
  const [command, args] = wordsOf(options, SERVER, "serve", "--stdio");
  const { folder: cwd, agents } = options;
  const transport = new StdioClientTransport({ command, args, cwd, env: environmentOf(options), stderr: "inherit" });
  const client = new Client({ name: "trial", version: "1.0.0" });
  const gone = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  try {
    await client.connect(transport);
  } catch {
    return undefined;
  }
  return {
    pid: transport.pid ?? 0,
    gone,
    call: (agent, method, params) => {
      const _meta = { "nexus-core/credential": agents.tokenOf(agent) };
      return outcomeOf(client.callTool({ name: method, arguments: { ...params }, _meta }));
    },
  };
}

function started(options: VictimOptions, program: string, ...words: readonly string[]): ChildProcess {
  const [command, args] = wordsOf(options, program, ...words);
  const stdio = ["pipe", "pipe", "inherit"] as const;
  return spawn(command, args, { cwd: options.folder, env: environmentOf(options), stdio: [...stdio] });
}

/** A connection that broke down has no outcome. */
async function outcomeOf(called: Promise<unknown>): Promise<Outcome | undefined> {
  let result: {
    readonly isError?: boolean;
    readonly structuredContent?: object;
    readonly content?: { text: string }[];
  };
  try {
    result = (await called) as typeof result;
  } catch {
    return undefined;
  }
  if (result.isError !== true) return { answer: { ...result.structuredContent } };
  const { error } = JSON.parse(result.content?.[0]?.text ?? "") as { readonly error: Refusal };
  return { refusal: error };
}
