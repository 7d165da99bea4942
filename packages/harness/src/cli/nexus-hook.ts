import { CommandLine } from "@nexus-core/service/command-line/command-line";
import type { ExitCode } from "@nexus-core/service/command-line/refused";
import { Option } from "commander";
import { EVENT_NAMES } from "../generated/register.js";

/** The tools whose hooks `--from` names, by the target of `nexus-core render`. */
const NATIVE_NAMES = ["claude", "codex", "opencode"] as const;

export type NativeName = (typeof NATIVE_NAMES)[number];

export interface HookOptions {
  readonly project?: string;
  readonly harnessId?: string;
  /** The tool whose own form of events the input has. */
  readonly from?: NativeName;
  /** Which part to print of a text that is too long for one hook. */
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

With --from, the input is what that tool sends to its hooks, and the output is what it expects back. nexus-core render
--with cycle writes such hooks. A problem with the input ends with 1 then: these tools take 2 as an order to block.

Exit codes: 0 the event was answered; 1 it was refused, or a file could not be read or written; 2 the options, the input
or the name of the event cannot be used. Standard error then has one line that says why.`;

export function nexusHook(run: (options: HookOptions) => Promise<ExitCode>): CommandLine {
  return new CommandLine("nexus-hook")
    .description("Sends one lifecycle event to the reference harness.")
    .option("--project <DIR>", "folder of the project (default: the field workspace, or the working directory)")
    .option("--harness-id <ID>", "lower-case letters, digits, hyphens (default: the field namespace or nexus-harness)")
    .addOption(new Option("--from <HARNESS>", "the tool whose own form of events the input has").choices(NATIVE_NAMES))
    .addOption(
      new Option("--part <N>", "which part to print of a text that is too long for one hook").choices(["1", "2"]),
    )
    .addHelpText("after", HELP)
    .runs(run);
}
