/**
 * `npm run bench:http`: measures calls per second over HTTP for one and eight clients, and the CPU time of a call. Our side
 * and the protocol's own library run in turns.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { packageRoot } from "../src/base/package-root.js";
import { type Asked, type Kind, MESSAGE, type Told } from "./http-sides.js";
import { medianOf } from "./median.js";

const ROUNDS = 5;
const SLICE_MS = 600;
const CLIENTS = [1, 8];

/** The limit for the CPU time that HTTP adds to a call. */
const GOAL_MICROS = 400;
const BODY = JSON.stringify(MESSAGE);

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

type Measure = (clients: number) => Promise<Measured>;

const load = loadavg()[0] ?? 0;
const sides: Record<Kind, Side> = { service: start("service"), library: start("library"), direct: start("direct") };
try {
  const measures: Record<Kind, Measure> = {
    service: await overHttp(sides.service),
    library: await overHttp(sides.library),
    direct: await withoutHttp(sides.direct),
  };
  const rows = [];
  for (const clients of CLIENTS) rows.push(await rowOf(clients, measures));
  report(rows, `${cpus().length} cores with a load of ${load.toFixed(1)}, Node ${process.version.replace("v", "")}`);
} finally {
  for (const { child } of Object.values(sides)) child.kill();
}

interface Side {
  readonly child: ChildProcess;
  readonly ready: Promise<Told>;
  ask(asked: Asked): Promise<Told>;
}

function start(kind: Kind): Side {
  const child = fork(join(packageRoot, "bench/http-sides.ts"), [kind], { execArgv: ["--import", "tsx"] });
  const told = async () => ((await once(child, "message")) as [Told])[0];
  return {
    child,
    ready: told(),
    ask: (asked) => {
      child.send(asked);
      return told();
    },
  };
}

async function overHttp({ ready, ask }: Side): Promise<Measure> {
  const { url } = (await ready) as { readonly url: string };
  const agent = new Agent({ keepAlive: true });
  const cpu = async () => ((await ask({ what: "cpu" })) as { readonly cpuMicros: number }).cpuMicros;
  return async (clients) => {
    const before = await cpu();
    const began = performance.now();
    let calls = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (; performance.now() - began < SLICE_MS; calls++) await call(url, agent);
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    return { perSecond: calls / seconds, cpuMicros: ((await cpu()) - before) / calls };
  };
}

/** The number of clients does not matter, because this side makes the calls itself. */
async function withoutHttp({ ready, ask }: Side): Promise<Measure> {
  await ready;
  return async () => {
    const told = (await ask({ what: "call", forMs: SLICE_MS })) as {
      readonly calls: number;
      readonly cpuMicros: number;
    };
    return { perSecond: (told.calls * 1000) / SLICE_MS, cpuMicros: told.cpuMicros / told.calls };
  };
}

/** @throws Error for an answer that does not come from the tool */
function call(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "content-length": Buffer.byteLength(BODY),
    };
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => (text.includes('"structuredContent"') ? resolve() : reject(new Error(text))));
    });
    asked.on("error", reject);
    asked.end(BODY);
  });
}

interface Row extends Record<Kind, Measured> {
  readonly clients: number;
  /** Our calls per second, divided by the library's: the median over the rounds. */
  readonly share: number;
  /** CPU time that HTTP adds to a call. */
  readonly addedMicros: number;
  readonly met: boolean;
}

async function rowOf(clients: number, measures: Record<Kind, Measure>): Promise<Row> {
  const kinds = Object.keys(measures) as Kind[];
  const round = async (order: readonly Kind[]) => {
    const found: Partial<Record<Kind, Measured>> = {};
    for (const kind of order) found[kind] = await measures[kind](clients);
    return found as Record<Kind, Measured>;
  };
  // Warm up until the engine has compiled the code.
  for (let warm = 0; warm < 2; warm++) await round(kinds);
  const rounds: Record<Kind, Measured>[] = [];
  for (let each = 0; each < ROUNDS; each++) rounds.push(await round(each % 2 === 0 ? kinds : kinds.toReversed()));
  const median = (kind: Kind): Measured => ({
    perSecond: medianOf(rounds.map((each) => each[kind].perSecond)),
    cpuMicros: medianOf(rounds.map((each) => each[kind].cpuMicros)),
  });
  const addedMicros = medianOf(rounds.map(({ service, direct }) => service.cpuMicros - direct.cpuMicros));
  return {
    clients,
    service: median("service"),
    library: median("library"),
    direct: median("direct"),
    share: medianOf(rounds.map(({ service, library }) => service.perSecond / library.perSecond)),
    addedMicros,
    met: addedMicros <= GOAL_MICROS,
  };
}

function report(rows: readonly Row[], machine: string): void {
  process.stdout.write(`MCP over HTTP, medians of ${ROUNDS} rounds of ${SLICE_MS} ms on ${machine}\n\n`);
  const cell = ({ perSecond, cpuMicros }: Measured) =>
    `${perSecond.toFixed(0).padStart(6)}/s ${cpuMicros.toFixed(0).padStart(5)} µs`;
  for (const { clients, service, library, direct, share, addedMicros, met } of rows) {
    process.stdout.write(
      `${`${clients} ${clients === 1 ? "client" : "clients"}`.padEnd(11)}${cell(service)}  ` +
        `library ${cell(library)}  share ${share.toFixed(2)}  without HTTP ${direct.cpuMicros.toFixed(0)} µs  ` +
        `added ${addedMicros.toFixed(0)} µs  goal: at most ${GOAL_MICROS}: ${met ? "met" : "NOT met"}\n`,
    );
  }
  const file = join(packageRoot, "bench/results-http.json");
  writeFileSync(file, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}
