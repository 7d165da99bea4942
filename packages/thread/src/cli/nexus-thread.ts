import { Command, CommanderError, InvalidArgumentError } from "commander";
import { reasonOf } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import { name, version } from "../package-info.js";
import { StartError } from "../start-error.js";
import { note } from "./note.js";
import { type ExitCode, Refused } from "./refused.js";

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Where HTTP is served when nobody says where: for this machine alone. */
export const DEFAULT_ADDRESS: Address = { host: "127.0.0.1", port: 8201 };

const HELP_AFTER = `
Exit codes: 0 done, 1 findings (doctor), 2 wrong invocation or settings, 3 it failed while it ran.`;

/**
 * Runs `nexus-thread` as this process. It sets the exit code and leaves the end to Node, so that all that is under way
 * comes to its end first. A command is loaded when it is run; help loads none.
 */
export async function main(words: readonly string[]): Promise<void> {
  let code: ExitCode = 0;
  const set = (given: ExitCode) => {
    code = given;
  };
  try {
    await program(set).parseAsync(words.flatMap(nameAndValue), { from: "user" });
  } catch (thrown) {
    // Commander has printed what is wrong, or the help that was asked for.
    if (thrown instanceof CommanderError) code = thrown.exitCode === 0 ? 0 : 2;
    else {
      note(reasonOf(thrown));
      code = thrown instanceof Refused ? thrown.exitCode : thrown instanceof StartError ? 2 : 3;
    }
  }
  process.exitCode = code;
}

function program(end: (code: ExitCode) => void): Command {
  const all = configured(new Command("nexus-thread"))
    .description("Messages between agents in threads: serves them over MCP, and makes the keys and tokens for it.")
    .version(`${name} ${version}`, "--version", "print the version")
    .addHelpText("after", HELP_AFTER);

  withTokens(
    withStore(
      configured(all.command("serve")).description("serve the threads to agents, over stdio or streamable HTTP"),
    ),
  )
    .option("--stdio", "one agent over standard input and output, with the token of THREAD_TOKEN (the default)")
    .option("--http [address]", "over HTTP at [HOST:]PORT below /v1/mcp (default: 127.0.0.1:8201)", address)
    .option("--allow-host <name>", "another name that the HTTP server is reached by; may be given again", collected)
    .option("--allow-origin <origin>", "web pages that may call the HTTP server; may be given again", collected)
    .option("--workspace <id>", "serve this workspace only")
    .option("--runtime <file>", "which commands wake the agents of which runtime, as JSON (default: THREAD_RUNTIME)")
    .option("--runtime-script <file>", "a scripted runtime instead, for trying things out")
    .option("--quota <posts>", "posts of one agent, such as 600/60s, or none")
    .option("--idempotency-window <time>", "how long keys of retries are kept, such as 24h")
    .action(async (options) => end(await (await import("./serve.js")).serve(options)));

  configured(all.command("keygen"))
    .description("make a pair of keys that sign tokens")
    .requiredOption("--out <dir>", "folder for the private key and keys.jwks.json, which the public key is added to")
    .option("--alg <name>", "EdDSA or ES256", oneOf(["EdDSA", "ES256"]), "EdDSA")
    .option("--kid <id>", "name of the key (default: made from the date)")
    .action(async (options) => end((await import("./keygen.js")).keygen(options)));

  configured(all.command("token"))
    .description("sign a token for an agent and print it")
    .requiredOption("--key <file>", "the private key that keygen has made")
    .requiredOption("--agent <id>", "agent_id")
    .requiredOption("--workspace <id>", "workspace_id")
    .requiredOption("--role <name>", "operator or orchestrator; every other role is a worker")
    .requiredOption("--session <id>", "session_id")
    .option("--expires <time>", "how long it is valid, such as 30m, 8h or 7d", "8h")
    .option("--audience <text>", "aud: the service that the token is for, where it asks for one")
    .option("--issuer <text>", "iss: who signs the token, where the service asks for it")
    .option("--jti <id>", "id of the token (default: a new one)")
    .action(async (options) => end(await (await import("./token.js")).token(options)));

  withStore(configured(all.command("tail")).description("print the messages of a thread, straight from the database"))
    .argument("<thread>", "thread_id")
    .option("--follow", "go on with every message that comes")
    .option("--since <seq>", "only messages after this one", wholeNumber, 0)
    .option("--audit", "changes of status and wake-ups, too")
    .action(async (thread, options) => end(await (await import("./tail.js")).tail(thread, options)));

  withTokens(
    withStore(configured(all.command("doctor")).description("check what serve needs, with a remedy for each finding")),
  )
    .option("--http [address]", "check that this address is free, too", address)
    .option("--runtime <file>", "which commands wake the agents of which runtime (default: THREAD_RUNTIME)")
    .option("--runtime-script <file>", "a scripted runtime instead")
    .action(async (options) => end(await (await import("./doctor.js")).doctor(options)));
  return all;
}

function configured(command: Command): Command {
  return command
    .helpOption("--help", "print this help")
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) });
}

function withStore(command: Command): Command {
  return command.option(
    "--database <url>",
    "path of the SQLite file, or postgres://… (default: THREAD_DATABASE or .thread/thread.db)",
  );
}

/** What decides which tokens are accepted. */
function withTokens(command: Command): Command {
  return command
    .option("--keys <file>", "the trusted public keys, a JWK set (default: THREAD_KEYS)")
    .option("--audience <text>", "accept only tokens with this aud (default: THREAD_AUDIENCE)")
    .option("--issuer <text>", "accept only tokens with this iss (default: THREAD_ISSUER)")
    .option(
      "--token-lifetime <time>",
      "accept only tokens that are valid for this long at most (default: THREAD_TOKEN_LIFETIME or 7d)",
    );
}

/** Commander takes `--prt=a` for a name, and then finds none that is near. */
function nameAndValue(word: string): readonly string[] {
  const [, flag, value] = /^(--[^=]+)=(.*)$/su.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

function oneLine(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /u, "")
    .replace(/\n\(?(Did you mean [^?]+\?)\)?$/u, ". $1");
  return `nexus-thread: ${visibleLine(line)}${/[.?]$/u.test(line) ? "" : "."} See nexus-thread --help.\n`;
}

const oneOf = (values: readonly string[]) => (text: string) => {
  if (values.includes(text)) return text;
  throw new InvalidArgumentError(`It is ${values.join(" or ")}.`);
};

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number.");
}

function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function address(text: string): Address {
  const [, host = DEFAULT_ADDRESS.host, port = ""] = /^(?:(.+):)?(\d{1,5})$/u.exec(text) ?? [];
  if (port === "" || Number(port) > 65_535) {
    throw new InvalidArgumentError("It takes a port from 0 to 65535, or a host and a port, such as 127.0.0.1:8201.");
  }
  return { host: host.replace(/^\[(.*)\]$/u, "$1"), port: Number(port) };
}
