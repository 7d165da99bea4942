/** The peer of the benchmark: the conformance suite of the Model Context Protocol, against its own example server. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { packageRoot } from "../src/base/package-root.js";

/** Version 0.1.16 on its own everything-server, Node 22, 2 cores: 30 scenarios in 2.1 s, including 0.8 s to start. */
export const RECORDED = {
  name: "@modelcontextprotocol/conformance 0.1.16, recorded on Node 22",
  cases: 30,
  ms: 2100,
  startMs: 800,
} as const;

export interface Timing {
  readonly cases: number;
  /** The total time. */
  readonly ms: number;
  /** The time before the first case and after the last. */
  readonly startMs: number;
}

export interface Peer {
  readonly name: string;
  measure(): Timing;
  stop(): Promise<void>;
}

const SUITE = "node_modules/@modelcontextprotocol/conformance";
const SERVER = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

/**
 * Starts the peer's server, and runs its suite once.
 * @param folder where the peer is installed, with a newer Node if the peer needs one
 * @returns the peer, or why it cannot be measured
 */
export async function startPeer(folder: string | undefined): Promise<Peer | string> {
  if (folder === undefined) return "BENCH_PEER names no folder with the peer";
  for (const needed of [SUITE, SERVER]) {
    if (!existsSync(join(folder, needed))) return `${needed} is not in ${folder}`;
  }
  const installed = join(folder, "node_modules/.bin/node");
  const node = existsSync(installed) ? installed : process.execPath;
  const suite = (...words: string[]) =>
    spawnSync(node, [join(folder, SUITE, "dist/index.js"), ...words], { encoding: "utf8", cwd: folder });
  const version = suite("--version");
  if (version.status !== 0) {
    const reason = version.stderr.split("\n").find((line) => line.includes("Error")) ?? "no reason given";
    return `it does not start on this Node (${reason.trim()})`;
  }
  const port = await freePort();
  const server = await startServer(node, join(folder, SERVER), port);
  const nodeVersion = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  return {
    name: `@modelcontextprotocol/conformance ${version.stdout.trim()} on Node ${nodeVersion.replace("v", "")}`,
    measure() {
      const begun = performance.now();
      suite("--version");
      const started = performance.now();
      const { stdout } = suite("server", "--url", `http://127.0.0.1:${port}/mcp`);
      const ms = performance.now() - started;
      const cases = stdout.match(/^[✓✗] .+: \d+ passed, \d+ failed$/gmu)?.length ?? 0;
      if (cases === 0) throw new Error("the peer ran no scenario");
      return { cases, ms, startMs: started - begun };
    },
    async stop() {
      server.kill();
      await once(server, "exit");
    },
  };
}

async function startServer(node: string, entry: string, port: number): Promise<ChildProcess> {
  const server = spawn(node, ["--require", join(packageRoot, "bench/loopback.cjs"), entry, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const chunk of server.stderr ?? []) if (String(chunk).includes("listening")) break;
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
