import { CommandLine } from "@nexus-core/service/command-line/command-line";
import type { ExitCode } from "@nexus-core/service/command-line/refused";
import { Option } from "commander";
import { EVENT_NAMES } from "../generated/register.js";

export type NativeName = "claude" | "codex" | "opencode";

export interface HookOptions {
  readonly project?: string;
  readonly harnessId?: string;
  /** A harness of which the input is a native payload. */
  readonly from?: NativeName;
  /** Of a text that is too long for one hook, from 1. */
  readonly part?: "1" | "2";
}

const HELP = `
Standard input is one JSON object, such as {"event": "session_start"}:
  event       ${EVENT_NAMES.slice(0, 5).join(", ")},
              ${EVENT_NAMES.slice(5).join(", ")}
  params      the parameters of the event, an object; none by default
  workspace   folder of the project, unless --project names it
  namespace   the harness id, unless --harness-id gives another

Standard output is the answer, one JSON object in a line: context (text for the agent), warnings, and what the event
decides. pre_tool_use answers with a decision, and with exit code 0 for block as well.

With --from, standard input is what that harness sends to a hook, and standard output what it reads. nexus-core render
--with cycle writes such hooks. Exit code 1 stands for every error then, because 2 would block what the user does.

Exit codes: 0 the event was answered; 1 it was refused, or a file could not be read or written; 2 the options, the input
or the name of the event cannot be used. Standard error then has one line that says why.`;

export function nexusHook(run: (options: HookOptions) => Promise<ExitCode>): CommandLine {
  return new CommandLine("nexus-hook")
    .description("Sends one lifecycle event to the reference harness.")
    .option("--project <DIR>", "folder of the project (default: the field workspace, or the working directory)")
    .option("--harness-id <ID>", "lower-case letters, digits, hyphens (default: the field namespace or nexus-harness)")
    .addOption(new Option("--from <HARNESS>", "the input is a native payload").choices(["claude", "codex", "opencode"]))
    .addOption(new Option("--part <N>", "which part of a text that is too long for one hook").choices(["1", "2"]))
    .addHelpText("after", HELP)
    .runs(run);
}
