import { readFileSync } from "node:fs";
import { CLAUDE_CODE, CLAUDE_COMMANDS } from "./claude-code.js";
import { CODEX_CLI, CODEX_COMMANDS } from "./codex-cli.js";

/** The command line of a program. Only words that consist of exactly one placeholder are replaced. */
export interface CommandLine {
  readonly words: readonly [program: string, ...args: string[]];
  /** Whether the prompt is also written to standard input. */
  readonly promptOnStdin: boolean;
  /** Time limit, after which the program and its child processes are ended. */
  readonly timeoutMs: number;
  /** A program that still runs after this time has accepted the prompt; undefined if only its exit counts. */
  readonly acceptedAfterMs: number | undefined;
}

export const WAYS = ["trigger", "resume", "spawn", "human_input"] as const;
export type Way = (typeof WAYS)[number];
export type Commands = { readonly [Name in Way]?: CommandLine };

/** The commands that reach sessions, by runtime. */
export interface RuntimeConfig {
  readonly runtimes: Readonly<Record<string, Commands>>;
  /** The runtime of an agent's first session. */
  readonly defaultRuntime: string | undefined;
}

const PLACEHOLDERS = ["{session_id}", "{agent_id}", "{workspace_id}", "{thread_id}", "{prompt}"] as const;

type DefaultCommands = Readonly<Partial<Record<Way, readonly string[]>>>;

/** Tools whose commands need not be configured. */
const KNOWN_COMMANDS: ReadonlyMap<string, DefaultCommands> = new Map<string, DefaultCommands>([
  [CODEX_CLI, CODEX_COMMANDS],
  [CLAUDE_CODE, CLAUDE_COMMANDS],
]);

const SHORT_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Longest configurable time of a session: a week. Timers of Node are limited to about 24 days. */
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** Longest wait for a delivery: after a minute another process takes it for lost. */
const LONGEST_SHORT_MS = 50_000;

/**
 * Reads the runtime file, which configures how to reach sessions.
 * @throws Error with one line that names the file and the place
 */
export function readRuntimeConfig(file: string): RuntimeConfig {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    throw new Error(`the runtime file ${file} cannot be read (${(thrown as NodeJS.ErrnoException).code}).`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`the runtime file ${file} is not valid JSON.`);
  }
  try {
    return configIn(content);
  } catch (thrown) {
    throw new Error(`the runtime file ${file} cannot be used: ${(thrown as Error).message}`);
  }
}

function configIn(content: unknown): RuntimeConfig {
  const { runtimes = {}, default_runtime: named } = membersOf(content, "its top", ["runtimes", "default_runtime"]);
  const entries = Object.entries(membersOf(runtimes, "runtimes")).map(([name, ways]) => {
    if (!/^[a-z0-9][a-z0-9_.-]{0,63}$/u.test(name))
      throw new Error(`runtimes has "${name}", which is not a valid runtime name.`);
    return [name, commandsIn(name, ways)] as const;
  });
  const names = entries.map(([name]) => name);
  if (named !== undefined && !names.includes(String(named))) {
    throw new Error(`default_runtime is ${JSON.stringify(named)}, which is not in runtimes.`);
  }
  if (entries.every(([, commands]) => Object.keys(commands).length === 0)) {
    throw new Error('it has no command; {"runtimes": {"claude_code": {}}} has those of a known tool.');
  }
  const only = names.length === 1 ? names[0] : undefined;
  return { runtimes: Object.fromEntries(entries), defaultRuntime: named === undefined ? only : String(named) };
}

function commandsIn(runtime: string, ways: unknown): Commands {
  const given = membersOf(ways, `runtimes.${runtime}`, WAYS);
  const defaults = KNOWN_COMMANDS.get(runtime) ?? {};
  const lines = WAYS.flatMap((way) => {
    const value = given[way] ?? defaults[way] ?? false;
    return value === false ? [] : [[way, commandIn(way, value, `runtimes.${runtime}.${way}`)] as const];
  });
  return Object.fromEntries(lines);
}

function commandIn(way: Way, value: unknown, at: string): CommandLine {
  const isAgent = way === "resume" || way === "spawn";
  const known = ["command", "prompt_on_stdin", "timeout_ms", ...(isAgent ? ["accepted_after_ms"] : [])];
  if (typeof value !== "object") {
    throw new Error(`${at} must be a list of words, the program first, or an object with such a list as command.`);
  }
  const given = membersOf(Array.isArray(value) ? { command: value } : value, at, known);
  const { command, prompt_on_stdin: promptOnStdin = false } = given;
  const words = wordsIn(command, at);
  if (typeof promptOnStdin !== "boolean") throw new Error(`${at}.prompt_on_stdin must be true or false.`);
  if (way !== "human_input" && !promptOnStdin && !words.includes("{prompt}")) {
    throw new Error(`${at} does not use the prompt; add the word {prompt} or prompt_on_stdin.`);
  }
  if (way === "resume" && !words.includes("{session_id}") && !words.includes("{agent_id}")) {
    throw new Error(
      `${at} does not say which session; add the word {session_id}, or {agent_id} if an agent has only one.`,
    );
  }
  // A resumed or new session works as long as its program runs, so it gets more time.
  const [usual, longest] = isAgent ? [HOUR_MS, LONGEST_MS] : [SHORT_MS, LONGEST_SHORT_MS];
  const timeoutMs = duration(given["timeout_ms"], usual, longest, `${at}.timeout_ms`);
  const mostAccepted = Math.min(timeoutMs, LONGEST_SHORT_MS);
  return {
    words,
    promptOnStdin,
    timeoutMs,
    acceptedAfterMs: isAgent
      ? duration(given["accepted_after_ms"], Math.min(2_000, mostAccepted), mostAccepted, `${at}.accepted_after_ms`)
      : undefined,
  };
}

function wordsIn(command: unknown, at: string): CommandLine["words"] {
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string" && !word.includes("\u0000"))) {
    throw new Error(`${at}.command must be a list of words, the program first.`);
  }
  const [program, ...args] = command as readonly string[];
  if (program === undefined || program === "" || program.startsWith("{")) {
    throw new Error(`${at}.command must begin with a program.`);
  }
  const odd = args.find((word) => /\{[\w -]+\}/u.test(word) && !(PLACEHOLDERS as readonly string[]).includes(word));
  if (odd !== undefined) {
    throw new Error(
      `${at}.command has the word "${odd}"; a placeholder is a word by itself, one of ${PLACEHOLDERS.join(" ")}.`,
    );
  }
  return [program, ...args];
}

function duration(value: unknown, otherwise: number, most: number, at: string): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`${at} must be a whole number of milliseconds from 1 to ${most}.`);
}

/** @param known allowed member names; any name by default */
function membersOf(value: unknown, at: string, known?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${at} must be an object.`);
  const odd = known === undefined ? undefined : Object.keys(value).find((name) => !known.includes(name));
  if (odd !== undefined) throw new Error(`${at} has the member "${odd}"; it may have ${known?.join(", ")}.`);
  return value as Readonly<Record<string, unknown>>;
}
