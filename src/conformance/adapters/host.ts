/**
 * The program that hosts a `module:` adapter outside of the judge. It answers the adapter protocol over a channel of its own,
 * so that nothing that the adapter or its implementation prints, patches or ends reaches the verdict.
 */

import { Socket } from "node:net";
import { reasonOf } from "../../base/reason-of.js";
import type { Request } from "../../generated/adapter-protocol.js";
import type { Welcome } from "../../generated/adapter-welcome.js";
import { type Adapter, OVER, type Session } from "./adapter.js";
import { CHANNEL } from "./child-process.js";
import { LineBuffer } from "./line-buffer.js";
import { importAdapter, shapeProblem, WRONG_SHAPE } from "./module.js";

type Said = { readonly result: unknown } | { readonly refusal: object } | { readonly failure: string };

const [, , path = ""] = process.argv;
// An implementation sees what it would see without a judge.
process.argv.splice(1, 1);
// Taken before the adapter is loaded, which may patch them.
const { exit, stderr } = process;
const { parse, stringify } = JSON;
const channel = new Socket({ fd: CHANNEL });
let adapter: Adapter | undefined;
let session: Session | undefined;
let abort = new AbortController();

// Without this, the last line on standard error would be the version of Node.
process.on("uncaughtException", (thrown) => {
  stderr.write(`${reasonOf(thrown)}\n`);
  exit(70);
});
// The judge is gone.
channel.on("error", () => exit(1));

// Not node:readline, which takes about as long for a line as the pipe itself.
const requests = new LineBuffer(Number.POSITIVE_INFINITY);
channel.on("data", (piece: Buffer) => {
  for (const line of requests.push(piece) ?? []) void answer(parse(line) as Request);
});
channel.on("close", async () => {
  try {
    await adapter?.close?.();
  } finally {
    exit(0);
  }
});

async function answer(request: Request): Promise<void> {
  const { id } = request;
  const said = await reply(request).catch((thrown: unknown) => ({ failure: reasonOf(thrown) }));
  channel.write(`${stringify({ id, ...said })}\n`);
}

async function reply(request: Request): Promise<Said> {
  switch (request.cmd) {
    case "hello":
      return { result: welcomeOf(await load()) };
    case "open": {
      const { workspace, namespace, environment } = request;
      abort = new AbortController();
      const user = { home: process.env["HOME"] ?? "", temporary: process.env["TMPDIR"] ?? "" };
      const opened = await adapter?.open({ workspace, namespace, environment, user, signal: abort.signal });
      if (typeof (opened as Partial<Session> | null | undefined)?.call !== "function") {
        throw new Error(`${WRONG_SHAPE}open() returned nothing with a call function`);
      }
      session = opened;
      return { result: { clock: opened?.advanceClock !== undefined, events: opened?.emit !== undefined } };
    }
    case "call":
      return outcomeOf(() => session?.call(request.tool, request.params, optionsOf(request)));
    case "emit":
      return outcomeOf(() => session?.emit?.(request.event, request.params, optionsOf(request)));
    case "advance":
      await session?.advanceClock?.(request.milliseconds);
      return { result: null };
    case "close":
      abort.abort(OVER);
      await session?.close?.();
      return { result: null };
  }
}

async function load(): Promise<Adapter> {
  const candidate = await importAdapter(path);
  const problem = shapeProblem(candidate);
  if (problem !== undefined) throw new Error(WRONG_SHAPE + problem);
  adapter = candidate as Adapter;
  return adapter;
}

function welcomeOf({ name, version, namespace, tools, events, withoutAgent, surfaces }: Adapter): Welcome {
  return {
    name,
    ...(version !== undefined && { version }),
    ...(namespace !== undefined && { namespace }),
    ...(tools !== undefined && { tools: [...tools] }),
    ...(events !== undefined && { events: [...events] }),
    ...(withoutAgent !== undefined && { without_agent: [...withoutAgent] }),
    ...(surfaces !== undefined && { surfaces: [...surfaces] }),
    pool: true,
  };
}

function optionsOf({ as, credential }: { readonly as?: string; readonly credential?: string }) {
  return { ...(as !== undefined && { as }), ...(credential !== undefined && { credential }) };
}

async function outcomeOf(ask: () => unknown): Promise<Said> {
  let raw: unknown;
  try {
    raw = await ask();
  } catch (thrown) {
    return { refusal: refusalOf(thrown) };
  }
  if (raw === undefined) return { result: null };
  const text = stringify(raw);
  if (text === undefined) throw new Error(`a ${typeof raw} is not a JSON value`);
  return { result: parse(text) };
}

/** A thrown value is a refusal, whether it is an Error or anything else. */
function refusalOf(thrown: unknown): object {
  const { message, code, details } = Object(thrown) as Readonly<Record<"message" | "code" | "details", unknown>>;
  const refusal = {
    message: typeof message === "string" ? message : reasonOf(thrown),
    ...(typeof code === "string" && { code }),
  };
  if (!(thrown instanceof Error)) return { ...refusal, value: jsonOf(thrown) };
  return { ...refusal, ...(details !== undefined && { details: jsonOf(details) }) };
}

function jsonOf(value: unknown): unknown {
  try {
    return parse(stringify(value) ?? "null");
  } catch {
    return null;
  }
}
