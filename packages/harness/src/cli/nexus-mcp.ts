import { accessSync, constants } from "node:fs";
import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { InvalidArgumentError } from "commander";
import { name, version } from "../package-info.js";
import { isReservedId } from "../store/harness-id.js";
import { projectFolder, projectRefused } from "./project-folder.js";
import type { ServeOptions } from "./serve.js";

export const main = (words: readonly string[]): Promise<void> => runMain(nexusMcp(), words);

function nexusMcp(): CommandLine {
  return new CommandLine("nexus-mcp")
    .description("Serves the planning and task tools of a project to an MCP client, over standard input and output.")
    .option("--project <DIR>", "folder of the project (default: the working directory)")
    .option("--prefix <TEXT>", "begins the name of every tool, such as nx_", readPrefix, "")
    .option("--harness-id <ID>", "names the folder of this harness below .nexus/state/", readHarnessId, "nexus-harness")
    .option("--decisions", "serve the decisions of the contract as tools too", false)
    .version(`${name} ${version}`, "--version", "print the version")
    .addHelpText("after", "\nExit codes: 0 ended by the client or a signal, 2 wrong invocation, 3 the server failed.")
    .runs(async ({ project, ...options }: Omit<ServeOptions, "project"> & { readonly project?: string }) => {
      const folder = writableFolder(project);
      // The MCP SDK takes longer to load than everything else together.
      const { serve } = await import("./serve.js");
      return serve({ ...options, project: folder });
    });
}

/** Refuses a folder in which no tool could work now, and not at the first call of a model. */
function writableFolder(project: string | undefined): string {
  const folder = projectFolder(project ?? workingDirectory(), "nexus-mcp");
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    throw projectRefused(`the project folder ${folder} cannot be written`, "nexus-mcp");
  }
}

/** A process may outlive the folder that it was started in. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw projectRefused("the working directory does not exist any more", "nexus-mcp");
  }
}

/** Clients take names of tools of up to 64 letters, digits, dashes and underscores. */
function readPrefix(text: string): string {
  if (/^[\w-]{0,48}$/u.test(text)) return text;
  throw new InvalidArgumentError("It takes up to 48 letters, digits, dashes and underscores.");
}

/** The id becomes the name of a folder below the state, where other names are in use. */
function readHarnessId(text: string): string {
  if (/^[a-z0-9][\w.-]{0,99}$/iu.test(text) && !isReservedId(text)) return text;
  throw new InvalidArgumentError(
    "It takes letters, digits, dots, dashes and underscores, begins with a letter or a digit, and is not a name that the state uses itself.",
  );
}
