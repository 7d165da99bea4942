/**
 * `npm run bench:calls`: measures a tool call over MCP stdio. One client calls two servers in turns, so that a busy machine
 * slows both: `nexus-mcp` of this repository, and the server of the npm package @moreih29/nexus-core 0.21.0, if
 * BENCH_MCP_PEER names the folder where it is installed. Every round begins with an empty project.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { performance } from "node:perf_hooks";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";

const ROUNDS = 5;
const CYCLES = 20;
const GOAL = 0.5;

interface Server {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly prefix: string;
  /** Parameters that it requires beyond the contract. */
  readonly extra: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One cycle of work that calls every tool of both servers once. */
const CYCLE: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["plan_start", { topic: "Search", issues: ["Which index?", "Which host?"], research_summary: "Compared three." }],
  ["plan_update", { action: "add", title: "Which name?" }],
  ["plan_decide", { issue_id: 1, decision: "An inverted index, since it is small." }],
  ["plan_status", {}],
  ["task_add", { title: "Build the index", context: "Follows issue 1.", acceptance: "It answers.", plan_issue: 1 }],
  ["task_update", { id: 1, status: "completed" }],
  ["task_list", {}],
  ["artifact_write", { filename: "notes.md", content: "What was found on the way.\n" }],
  ["task_close", {}],
  ["history_search", { query: "inverted" }],
];

const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

const ours: Server = {
  name: "nexus-mcp of this repository",
  command: process.execPath,
  args: [join(packageRoot, "packages/harness/bin/nexus-mcp.js")],
  env: environment,
  prefix: "",
  extra: {},
};

const peer = peerIn(process.env["BENCH_MCP_PEER"]);
const servers = typeof peer === "string" ? [ours] : [ours, peer];
const times = new Map(servers.map((server) => [server, new Map(CYCLE.map(([tool]) => [tool, [] as number[]]))]));
for (let round = 0; round < ROUNDS; round += 1) await measure();

const names = CYCLE.map(([tool]) => tool);
const rows = [...names.map((tool) => rowOf(tool, [tool])), rowOf("all calls", names)];
const machine = `${cpus().length} cores, Node ${process.version.replace("v", "")}`;
if (typeof peer === "string") process.stdout.write(`The peer is not measured, since ${peer}.\n`);
process.stdout.write(`Medians of ${ROUNDS * CYCLES} calls over MCP stdio on ${machine}\n\n`);
for (const { tool, ms, peerMs, share, met } of rows) {
  const beside =
    peerMs === undefined
      ? ""
      : `  peer ${peerMs.toFixed(2).padStart(7)} ms  share ${share?.toFixed(2)}  goal: at most ${GOAL}: ${met === true ? "met" : "NOT met"}`;
  process.stdout.write(`${tool.padEnd(16)} ${ms.toFixed(2).padStart(7)} ms${beside}\n`);
}
const results = { machine, peer: typeof peer === "string" ? { reason: peer } : peer.name, rows };
writeFileSync(join(packageRoot, "bench/results-calls.json"), `${JSON.stringify(results, null, 2)}\n`);

/** The median over all calls of some tools. */
function rowOf(title: string, tools: readonly string[]) {
  const [own = 0, others] = servers.map((server) =>
    medianOf(tools.flatMap((tool) => times.get(server)?.get(tool) ?? [])),
  );
  const share = others === undefined ? undefined : own / others;
  return { tool: title, ms: own, peerMs: others, share, met: share === undefined ? undefined : share <= GOAL };
}

/** @returns the peer, or why it cannot be measured */
function peerIn(folder: string | undefined): Server | string {
  if (folder === undefined) return "BENCH_MCP_PEER names no folder with the peer";
  const bin = join(folder, "node_modules/.bin/nexus-mcp");
  if (!existsSync(bin)) return `node_modules/.bin/nexus-mcp is not in ${folder}`;
  const bun = join(folder, "node_modules/@oven/bun-linux-x64/bin");
  return {
    name: "@moreih29/nexus-core 0.21.0",
    command: bin,
    args: [],
    env: { ...environment, PATH: `${bun}${delimiter}${environment["PATH"] ?? ""}` },
    prefix: "nx_",
    extra: { task_add: { owner: { role: "engineer" } }, task_close: { force: true } },
  };
}

/** Makes the same calls to every server, each with its own project. */
async function measure(): Promise<void> {
  const opened = await Promise.all(servers.map(open));
  try {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      for (const [tool, params] of CYCLE) {
        // The second call may find warmer caches, so the order alternates.
        for (const { server, client } of cycle % 2 === 0 ? opened : opened.slice().reverse()) {
          const call = { name: server.prefix + tool, arguments: { ...params, ...server.extra[tool] } };
          const started = performance.now();
          const { isError, content } = await client.callTool(call);
          const ms = performance.now() - started;
          if (isError === true) throw new Error(`${server.name} refused ${tool}: ${JSON.stringify(content)}`);
          times.get(server)?.get(tool)?.push(ms);
        }
      }
    }
  } finally {
    for (const { client, folder } of opened) {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function open(server: Server) {
  const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
  const client = new Client({ name: "bench", version: "1.0.0" });
  const { command, args, env } = server;
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd: folder }));
  // A client that knows the output schemas validates every answer, and that time is not the server's.
  return { server, client, folder };
}
