import { Console } from "node:console";
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { reasonOf } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import { isReservedId } from "../harness-id.js";
import { name, version } from "../package-info.js";
import type { ServeOptions } from "./serve.js";

/** 0 for an end that was asked for, 2 for words that cannot be used, 3 when the server itself failed. */
type ExitCode = 0 | 2 | 3;

/**
 * Runs `nexus-mcp` as this process. It sets the exit code and leaves the end to Node, so that all that is under way
 * comes to its end first.
 */
export async function main(words: readonly string[]): Promise<void> {
  // Standard output carries the protocol. Whatever a library prints, even while it is loaded, belongs to standard error.
  globalThis.console = new Console(process.stderr);
  process.exitCode = await run(words);
}

async function run(words: readonly string[]): Promise<ExitCode> {
  let options: ServeOptions | undefined;
  try {
    options = readOptions(words);
  } catch (thrown) {
    // Commander has printed what is wrong, or the help that was asked for.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    throw thrown;
  }
  try {
    // The protocol's library takes longer to load than everything else together; help does without it.
    const { serve } = await import("./serve.js");
    return await serve(options);
  } catch (thrown) {
    process.stderr.write(`nexus-mcp: ${visibleLine(reasonOf(thrown))}\n`);
    return 3;
  }
}

/** @throws CommanderError when the words cannot be used, or ask for something else than a server; it is printed by then */
function readOptions(words: readonly string[]): ServeOptions {
  const command = new Command("nexus-mcp")
    .description("Serves the planning and task tools of a project to an MCP client, over standard input and output.")
    .option("--project <dir>", "folder of the project (default: the working directory)")
    .option("--prefix <text>", "stands before the name of every tool, such as nx_", prefix)
    .option("--harness-id <id>", "names the folder of this harness below .nexus/state/", harnessId, "nexus-harness")
    .option("--decisions", "serve the decisions of the contract as tools too", false)
    .version(`${name} ${version}`, "--version", "print the version")
    .helpOption("--help", "print this help")
    .addHelpText("after", "\nExit codes: 0 ended by the client or a signal, 2 wrong invocation, 3 the server failed.")
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) });
  const options = command
    .parse(words.flatMap(nameAndValue), { from: "user" })
    .opts<{ project?: string; prefix?: string; harnessId: string; decisions: boolean }>();
  const project = options.project ?? ".";
  const problem = problemWith(project);
  if (problem !== undefined) command.error(`${problem}. Name the folder of a project with --project DIR`);
  return { prefix: "", ...options, project: resolve(project) };
}

/** Commander takes `--prefx=a` for a name, and then finds none that is near. */
function nameAndValue(word: string): readonly string[] {
  const [, flag, value] = /^(--[^=]+)=(.*)$/su.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

function oneLine(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /u, "")
    .replace(/\n\(?(Did you mean [^?]+\?)\)?$/u, ". $1");
  return `nexus-mcp: ${visibleLine(line)}${/[.?]$/u.test(line) ? "" : "."} See nexus-mcp --help.\n`;
}

/** Whether tools can work in the folder is told at the start, and not by the first call that a model makes. */
function problemWith(project: string): string | undefined {
  if (project === "") return "the project folder has no name";
  try {
    resolve(project);
  } catch {
    // A process may outlive the folder that it was started in.
    return "the working directory does not exist any more";
  }
  const stats = statSync(project, { throwIfNoEntry: false });
  if (stats === undefined) return `the project folder ${project} does not exist`;
  if (!stats.isDirectory()) return `the project ${project} is not a folder`;
  try {
    accessSync(project, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `the project folder ${project} cannot be written`;
  }
}

/** Clients take names of tools of up to 64 letters, digits, dashes and underscores. */
function prefix(text: string): string {
  if (/^[\w-]{0,48}$/u.test(text)) return text;
  throw new InvalidArgumentError("It takes up to 48 letters, digits, dashes and underscores.");
}

/** A name of one folder, which may not be the one of anything else below the state. */
function harnessId(text: string): string {
  if (/^[a-z0-9][\w.-]{0,99}$/iu.test(text) && !isReservedId(text)) return text;
  throw new InvalidArgumentError(
    "It takes letters, digits, dots, dashes and underscores, begins with one of the first two, and is no name that the state has a use for.",
  );
}
