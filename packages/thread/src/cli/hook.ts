import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { ExitCode } from "@nexus-core/service/command-line/refused";
import { decodeJwt } from "jose";
import { reasonOf } from "nexus-core/base";
import { readDuration } from "../config.js";
import type { HeartbeatSessionParams } from "../generated/contract.js";
import { IDENTIFIER } from "../identity/identifier.js";
import { CLAUDE_CODE } from "../wake/claude-code.js";
import { CODEX_CLI } from "../wake/codex-cli.js";
import { note } from "./note.js";
import type { SettingFlags } from "./setting-flags.js";
import { settingsIn } from "./settings.js";
import { checkClaims, signToken, type TokenOptions } from "./token.js";

export interface HookOptions extends Omit<TokenOptions, "session" | "jti">, Pick<SettingFlags, "database" | "keys"> {
  readonly from: "claude" | "codex";
  readonly tokenFile: string;
  readonly url?: string;
  readonly managed?: true;
}

/** What each event of a tool says about its session. Claude Code and Codex send the same names. */
const STATUS_AT: ReadonlyMap<unknown, HeartbeatSessionParams["status"]> = new Map([
  ["SessionStart", "idle"],
  ["UserPromptSubmit", "active"],
  ["PreToolUse", "active"],
  ["PostToolUse", "active"],
  ["Stop", "idle"],
  ["SessionEnd", "offline"],
]);

/** Events at which the tools pass a text on to the agent. */
const FOR_THE_AGENT: ReadonlySet<unknown> = new Set(["SessionStart", "UserPromptSubmit"]);

/** A token is replaced when it is valid for less than this part of its time. */
const REST = 0.5;

interface HeartbeatAnswer {
  readonly unread?: readonly { readonly thread_id: string; readonly messages: number }[];
}

/**
 * What a lifecycle hook of Claude Code or Codex runs: the tool assigns the id of a session only after its start, so the
 * hook signs the session's token into a file that the stdio server reads. It also sends the heartbeats, since no model
 * does, and tells the agent what is unread.
 * @returns 0, or 1 after a problem, which the tools only show; 2 would stop what the agent is about to do
 */
export async function hook(options: HookOptions): Promise<ExitCode> {
  try {
    await run(options);
    return 0;
  } catch (thrown) {
    note(reasonOf(thrown));
    return 1;
  }
}

async function run(options: HookOptions): Promise<void> {
  const event = eventIn(await text(process.stdin));
  const status = STATUS_AT.get(event.name);
  if (status === undefined) return;
  const token = await tokenFor(options, event.session);
  const params: HeartbeatSessionParams = {
    runtime: options.from === "claude" ? CLAUDE_CODE : CODEX_CLI,
    management_mode: options.managed === true ? "managed" : "unmanaged",
    resumable: true,
    status,
  };
  const answer = await (options.url === undefined
    ? beatHere(options, params, token)
    : beatThere(options.url, params, token));
  const threads = (answer.unread ?? []).map(({ thread_id, messages }) => `${thread_id} (${messages})`);
  if (threads.length === 0 || !FOR_THE_AGENT.has(event.name)) return;
  const additionalContext = `You have unread messages in these threads: ${threads.join(", ")}. Read them with read_messages.`;
  process.stdout.write(`${JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, additionalContext } })}\n`);
}

function eventIn(payload: string): { readonly name: unknown; readonly session: string } {
  let event: unknown;
  try {
    event = JSON.parse(payload);
  } catch {
    throw new Error("the hook reads the JSON that Claude Code or Codex sends on standard input, and got none.");
  }
  const { hook_event_name: name, session_id: session } = (event ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof session === "string" && IDENTIFIER.test(session)) return { name, session };
  throw new Error("the input of the hook has no session_id that can be the name of a session.");
}

/** The token of the session. It is signed anew for another session, and well before it expires. */
async function tokenFor(options: HookOptions, session: string): Promise<string> {
  checkClaims({ ...options, session });
  const lifetime = readDuration("--expires", options.expires);
  const file = resolve(options.tokenFile);
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (isFit(kept, options, session, lifetime)) return kept;
  const token = await signToken({ ...options, session }, lifetime);
  mkdirSync(dirname(file), { recursive: true });
  // The server must never read half of a token.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${token}\n`, { mode: 0o600 });
  renameSync(temporary, file);
  return token;
}

function isFit(token: string, { agent, workspace, role }: HookOptions, session: string, lifetimeMs: number): boolean {
  try {
    const claims = decodeJwt(token);
    const isOwn =
      claims["agent_id"] === agent &&
      claims["workspace_id"] === workspace &&
      claims["role"] === role &&
      claims["session_id"] === session;
    return isOwn && (claims.exp ?? 0) * 1000 - Date.now() > lifetimeMs * REST;
  } catch {
    return false;
  }
}

/** Sends the heartbeat to the database, where the server of the session works over stdio. */
async function beatHere(options: HookOptions, params: object, token: string): Promise<HeartbeatAnswer> {
  const { openService } = await import("../open-service.js");
  const service = await openService({ config: settingsIn(options) });
  try {
    return (await service.call("heartbeat_session", params, token)) as HeartbeatAnswer;
  } finally {
    await service.close();
  }
}

/** Sends the heartbeat to a server over HTTP. */
async function beatThere(url: string, params: object, token: string): Promise<HeartbeatAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "heartbeat_session", arguments: params },
    }),
    signal: AbortSignal.timeout(5_000),
  });
  const { result, error } = (await response.json()) as {
    result?: { structuredContent?: HeartbeatAnswer; content?: readonly { text: string }[] };
    error?: { message: string };
  };
  if (result?.structuredContent !== undefined) return result.structuredContent;
  throw new Error(result?.content?.[0]?.text ?? error?.message ?? `${url} answered with ${response.status}`);
}
