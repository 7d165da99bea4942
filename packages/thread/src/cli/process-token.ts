import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { Refused } from "@nexus-core/service/command-line/refused";
import { decodeJwt } from "jose";
import { reasonOf } from "nexus-core/base";
import { ThreadError } from "../contract/thread-error.js";
import type { ThreadService } from "../thread-service.js";
import { note } from "./note.js";

/** The token of the agent that a stdio server acts for. */
export interface ProcessToken {
  /** The token at present; undefined if the process has none, and calls bring their own. */
  current(): string | undefined;
  /** Ends what keeps it up to date. */
  stop(): void;
}

/** Where the token comes from; one of them at most. */
export interface TokenFlags {
  readonly tokenFile?: string;
  readonly tokenCommand?: string;
}

/** A command is run again after this part of the time that its token is valid for. */
const RENEW_AT = 0.8;
const LEAST_WAIT_MS = 5_000;
/** Timers of Node count no further. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
const COMMAND_LIMIT_MS = 30_000;

/**
 * The token of a stdio server, checked at once.
 * @throws Refused if there are several, or it is not accepted
 */
export async function processToken(flags: TokenFlags, service: Pick<ThreadService, "call">): Promise<ProcessToken> {
  const [file, command, token] = [
    flags.tokenFile ?? variable("THREAD_TOKEN_FILE"),
    flags.tokenCommand ?? variable("THREAD_TOKEN_COMMAND"),
    flags.tokenFile === undefined && flags.tokenCommand === undefined ? variable("THREAD_TOKEN") : undefined,
  ];
  if ([file, command, token].filter((each) => each !== undefined).length > 1) {
    throw new Refused(2, "the token is given in several ways. Name a token, a file or a command.");
  }
  if (file !== undefined) return fromFile(resolve(file), service);
  if (command !== undefined) return fromCommand(wordsIn(command), service);
  if (token !== undefined) {
    const problem = await problemOf(token, service);
    if (problem !== undefined) throw new Refused(2, `THREAD_TOKEN cannot be used. ${problem}`);
  }
  return { current: () => token, stop: () => undefined };
}

function variable(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** The file is read at every call: it is small, and a hook may write it at any time. */
async function fromFile(file: string, service: Pick<ThreadService, "call">): Promise<ProcessToken> {
  let last: string | undefined;
  const current = () => {
    try {
      last = readFileSync(file, "utf8").trim() || last;
    } catch {
      // While it is replaced, or before it is there, the token before it is as good as any.
    }
    // Without a token the call must be refused, and not be taken for one that brings its own.
    return last ?? "";
  };
  const first = current();
  const problem = first === "" ? `There is none yet.` : await problemOf(first, service);
  // The session whose token it holds may be the one before.
  if (problem !== undefined)
    note(`the token in ${file} cannot be used now. ${problem} It is read again at every call.`);
  return { current, stop: () => undefined };
}

async function fromCommand(words: readonly string[], service: Pick<ThreadService, "call">): Promise<ProcessToken> {
  let token = await printedBy(words).catch((thrown: unknown) => {
    throw new Refused(2, failureOf(thrown));
  });
  const problem = await problemOf(token, service);
  if (problem !== undefined) throw new Refused(2, `the token command printed a token that cannot be used. ${problem}`);
  let timer: NodeJS.Timeout;
  const renewLater = () => {
    const wait = Math.min(LONGEST_WAIT_MS, Math.max(LEAST_WAIT_MS, timeLeft(token) * RENEW_AT));
    timer = setTimeout(() => void renew(), wait).unref();
  };
  const renew = async () => {
    try {
      token = await printedBy(words);
    } catch (thrown) {
      note(failureOf(thrown));
    }
    renewLater();
  };
  renewLater();
  return { current: () => token, stop: () => clearTimeout(timer) };
}

function failureOf(thrown: unknown): string {
  return `the token command failed (${reasonOf(thrown)}). Run it by hand: it must print a token and exit with 0.`;
}

function wordsIn(text: string): readonly [string, ...string[]] {
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string" && word !== "")) {
      return words as unknown as readonly [string, ...string[]];
    }
  } catch {
    // Told below.
  }
  throw new Refused(2, 'the token command is a JSON list of words, the program first, such as ["platform", "token"].');
}

async function printedBy([program = "", ...args]: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { timeout: COMMAND_LIMIT_MS, maxBuffer: 64 * 1024 });
  const token = stdout.trim();
  if (token === "") throw new Error("it printed nothing");
  return token;
}

/** Milliseconds that the token is still valid; 0 if it does not say. */
function timeLeft(token: string): number {
  try {
    return Math.max(0, (decodeJwt(token).exp ?? 0) * 1000 - Date.now());
  } catch {
    return 0;
  }
}

/** Refusals that no other call with this token would escape. */
const OF_THE_TOKEN: ReadonlySet<string> = new Set(["UNAUTHORIZED", "OUT_OF_SCOPE_WORKSPACE"]);

/** Why a token is not accepted; undefined if it is. */
async function problemOf(token: string, service: Pick<ThreadService, "call">): Promise<string | undefined> {
  try {
    await service.call("list_threads", { limit: 1 }, token);
    return undefined;
  } catch (thrown) {
    return thrown instanceof ThreadError && OF_THE_TOKEN.has(thrown.code) ? thrown.message : undefined;
  }
}
