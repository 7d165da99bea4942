import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { addCompletion } from "@nexus-core/service/command-line/completion";
import { addSettings } from "@nexus-core/service/command-line/settings";
import { InvalidArgumentError, Option } from "commander";
import { name, version } from "../package-info.js";
import { readAddress } from "./address.js";
import type { DoctorOptions } from "./doctor.js";
import type { HookOptions } from "./hook.js";
import type { KeygenOptions } from "./keygen.js";
import type { ServeOptions } from "./serve.js";
import { SETTINGS } from "./setting-flags.js";
import type { TailOptions } from "./tail.js";
import type { TokenOptions } from "./token.js";

const EXIT_CODES = `
Exit codes: 0 done, 1 findings (doctor), 2 wrong invocation or settings, 3 it failed while it ran.`;

export const main = (words: readonly string[]): Promise<void> => runMain(nexusThread(), words);

/** A command imports what it works with when it runs, so that help loads none of it. */
function nexusThread(): CommandLine {
  const program = new CommandLine("nexus-thread")
    .description("Messages between agents in threads: serves them over MCP, and makes the keys and tokens for it.")
    .version(`${name} ${version}`, "--version", "print the version")
    .addHelpText("after", EXIT_CODES);

  addSettings(
    program
      .command("serve")
      .description("serve the threads to agents, over stdio or streamable HTTP")
      .option("--stdio", "one agent over standard input and output, with the token of THREAD_TOKEN (the default)")
      .option(
        "--token-file <FILE>",
        "file with the token of the agent, read at every call (default: THREAD_TOKEN_FILE)",
      )
      .option(
        "--token-command <WORDS>",
        "program that prints the token, as a JSON list of words (default: THREAD_TOKEN_COMMAND)",
      )
      .option("--http [ADDRESS]", "over HTTP at [HOST:]PORT below /v1/mcp (default: 127.0.0.1:8201)", readAddress)
      .option("--allow-host <NAME>", "another name that the HTTP server is reached by; repeatable", collect)
      .option("--allow-origin <ORIGIN>", "web pages that may call the HTTP server; repeatable", collect)
      .option(
        "--movable-clock",
        "offer the tool move_clock, with which every caller can move the server's clock: for trials only",
      )
      .option("--max-connections <COUNT>", "connections that the HTTP server accepts (default: 1000)", readCount),
    Object.values(SETTINGS),
  ).runs(async (options: ServeOptions) => (await import("./serve.js")).serve(options));

  program
    .command("keygen")
    .description("make a pair of keys that sign tokens")
    .requiredOption("--out <DIR>", "folder for the private key and keys.jwks.json, which the public key is added to")
    .addOption(new Option("--alg <NAME>", "how tokens are signed").choices(["EdDSA", "ES256"]).default("EdDSA"))
    .option("--kid <ID>", "name of the key (default: made from the date)")
    .runs(async (options: KeygenOptions) => (await import("./keygen.js")).keygen(options));

  program
    .command("token")
    .description("sign a token for an agent and print it")
    .requiredOption("--key <FILE>", "the private key that keygen has made")
    .requiredOption("--agent <ID>", "agent_id")
    .requiredOption("--workspace <ID>", "workspace_id")
    .requiredOption("--role <NAME>", "operator or orchestrator; every other role is a worker")
    .requiredOption("--session <ID>", "session_id")
    .option("--expires <TIME>", "how long it is valid, such as 30m, 8h or 7d", "8h")
    .option("--audience <TEXT>", "aud: the service that the token is for, where it asks for one")
    .option("--issuer <TEXT>", "iss: who signs the token, where the service asks for it")
    .option("--jti <ID>", "id of the token (default: a new one)")
    .runs(async (options: TokenOptions) => (await import("./token.js")).token(options));

  const { audience: ____, issuer: _____, ...opened } = SETTINGS;
  addSettings(
    program
      .command("hook")
      .description("sign the token of a session and send its heartbeats, as a lifecycle hook of Claude Code or Codex")
      .addOption(
        new Option("--from <TOOL>", "the tool that runs the hook").choices(["claude", "codex"]).makeOptionMandatory(),
      )
      .requiredOption("--key <FILE>", "the private key that keygen has made")
      .requiredOption("--agent <ID>", "agent_id")
      .requiredOption("--workspace-id <ID>", "workspace_id")
      .requiredOption("--token-file <FILE>", "where the token goes; the server of the session reads it there")
      .option("--role <NAME>", "operator or orchestrator; every other role is a worker", "worker")
      .option("--expires <TIME>", "how long a token is valid", "8h")
      .option("--audience <TEXT>", "aud of the token")
      .option("--issuer <TEXT>", "iss of the token")
      .option("--url <URL>", "send heartbeats to this server over HTTP, and not to the database")
      .option("--managed", "a supervisor can reach the session"),
    [opened.database, opened.keys],
  ).runs(async ({ workspaceId: workspace, ...options }: Omit<HookOptions, "workspace"> & { workspaceId: string }) =>
    (await import("./hook.js")).hook({ ...options, workspace }),
  );

  addSettings(
    program
      .command("tail")
      .description("print the messages of a thread, straight from the database")
      .argument("<thread>", "thread_id")
      .option("--follow", "go on with every message that comes")
      .option("--since <SEQ>", "only messages after this one", readSeq, 0)
      .option("--audit", "changes of status and wake-ups, too"),
    [SETTINGS.database],
  ).runs(async (thread: string, options: TailOptions) => (await import("./tail.js")).tail(thread, options));

  const { workspace: _, quota: __, idempotencyWindow: ___, ...checked } = SETTINGS;
  addSettings(
    program
      .command("doctor")
      .description("check what serve needs, with a remedy for each finding")
      .option("--http [ADDRESS]", "check that this address is free, too", readAddress),
    Object.values(checked),
  ).runs(async (options: DoctorOptions) => (await import("./doctor.js")).doctor(options));

  addCompletion(program);
  return program;
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number from 1.");
}

function readSeq(text: string): number {
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number.");
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
