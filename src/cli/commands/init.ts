import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { DEFAULT_CONTRACT } from "../../base/default-contract.js";
import { type ExitCode, NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { visibleLines } from "../../base/visible-text.js";
import { textAt, writeAt } from "../../render/project.js";
import { CONTRACT_OPTIONS } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";
import { detect, KINDS, type Kind } from "../init/detect.js";
import { filesFor } from "../init/files.js";
import { mappingOf } from "../init/mcp-names.js";
import { nextSteps } from "../init/next-steps.js";
import { offeredBy } from "../init/offered.js";
import { toolsNeeded } from "../init/operations.js";
import { askCommand, askKind, shownKind } from "../init/questions.js";

export const command = defineCommand({
  description:
    "Writes what a project needs to be judged: a configuration, an adapter to fill in, a test and a CI job. In a terminal it asks what it cannot tell; no file that exists is changed.",
  positionals: ["[DIR]"],
  options: {
    kind: {
      type: "text",
      value: "KIND",
      description: "how the harness is reached: a module, a program in Python, or an MCP server",
      choices: KINDS,
    },
    command: {
      type: "text",
      value: "COMMAND",
      description: "what starts the MCP server; it is started once, to see how it calls its tools",
    },
    contract: CONTRACT_OPTIONS.contract,
    profile: { type: "text", value: "NAME", description: "the profile to begin with; the contract's first by default" },
    force: { type: "flag", description: "overwrite files that exist" },
  },
  async run(flags, [dir = "."], context): Promise<ExitCode> {
    const { cwd, stdout, ask } = context;
    const root = resolve(cwd, dir);
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw NexusError.of("NXC_FILE_NOT_FOUND", { kind: "folder" }, dir);
    const { loadContract } = await import("../common/inspecting.js");
    const contract = loadContract(flags.contract ?? DEFAULT_CONTRACT);
    const profile = flags.profile ?? contract.profiles[0] ?? "";
    if (!contract.profiles.includes(profile)) {
      const known = contract.profiles.join(", ");
      throw NexusError.of("NXC_PROFILE_UNKNOWN", {
        contract: contract.id,
        profile,
        hint: didYouMean(profile, contract.profiles),
        known,
      });
    }
    const detected = detect(root);
    // Only an MCP server is started by a command.
    const named = (flags.kind ?? (flags.command === undefined ? undefined : "mcp")) as Kind | undefined;
    const kind = named ?? (await askKind(detected, ask));
    if (kind !== "mcp" && flags.command !== undefined) {
      const problem = `is for --kind mcp, and not for --kind ${kind}`;
      throw NexusError.of("NXC_USAGE_FLAG_VALUE", {
        flag: "--command",
        problem,
        expected: "--kind mcp --command COMMAND",
      });
    }
    const starts = await askCommand(kind, flags.command, detected, ask);
    const tools = toolsNeeded(contract, profile);
    // A program is started only where the user has named or confirmed it, and not because a clone names it.
    const offered = kind === "mcp" && starts.isNamed ? await offeredBy(starts.command, contract.id, root) : undefined;
    const facts = {
      name: basename(root),
      contract: contract.id,
      isDefaultContract: contract.id === DEFAULT_CONTRACT,
      profile,
      tools,
      ...(contract.namespace === undefined ? {} : { namespace: idFrom(basename(root)) }),
    };
    const mapping = mappingOf(
      tools.map(({ name }) => name),
      offered ?? [],
    );
    const files = filesFor(kind, facts, detected, { command: starts.command, mapping });
    const there = files.filter(({ path }) => textAt(root, path) !== undefined).map(({ path }) => path);
    if (there.length > 0 && flags.force !== true) throw NexusError.of("NXC_INIT_EXISTS", { files: there.join(", ") });
    for (const { path, text } of files) writeAt(root, path, text);
    stdout(
      visibleLines([
        ...(named === undefined && ask === undefined
          ? [`This looks like ${shownKind(kind)}: ${detected.reason}. Choose another with --kind.`]
          : []),
        ...files.map(({ path }) => `written  ${path}`),
        ...(kind === "mcp" && offered === undefined
          ? [`Not started: ${starts.command}. Whether its tools have other names, smoke will say.`]
          : []),
        "",
        ...nextSteps(kind, files, detected, facts),
      ]),
    );
    return 0;
  },
});

/** A name in lower case with hyphens, which starts with a letter. */
function idFrom(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^[^a-z]+|-$/gu, "");
  return id === "" ? "my-harness" : id;
}
