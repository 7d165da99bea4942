import { definedOnly } from "nexus-core/base";
import { agentOf } from "../events/manifest.js";
import { textIn } from "./native-harness.js";

/** By tool of the real harnesses what it does, in the classes of the vocabulary of capabilities. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  write: ["file_creation", "file_modification"],
  edit: ["partial_file_edit"],
  multiedit: ["partial_file_edit"],
  notebookedit: ["structured_document_edit"],
  apply_patch: ["file_creation", "file_modification", "file_deletion", "partial_file_edit"],
  patch: ["file_creation", "file_modification", "file_deletion", "partial_file_edit"],
  bash: ["shell_command_exec"],
  read: ["file_read"],
};

/** The names that harnesses give our operations, whether settings or a plugin bring the server. */
const OPERATION = /^(?:mcp__(?:plugin_[\w-]+?_)?nexus__|nexus_)(\w+)$/u;

/** A use of a tool as the contract's events describe it. */
export interface DescribedUse {
  readonly tool: string;
  readonly semantic_classes?: readonly string[];
  readonly agent_id?: string;
  readonly agent_name?: string;
  readonly file_path?: string;
}

/** Where a patch of Codex names a file that it changes. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu;

/**
 * One description for each file that the tool is about, and one without a file where it is about none.
 * @param input the arguments of the tool
 * @param agent whoever uses it; an agent that is no role of the manifest counts as Lead, because nothing is denied to it
 */
export function describedUses(
  tool: string,
  input: unknown,
  agent: { readonly id?: string | undefined; readonly name?: string | undefined },
): readonly DescribedUse[] {
  const operation = OPERATION.exec(tool)?.[1];
  const classes = CLASSES[tool.toLowerCase()];
  const isRole = agentOf(agent.name) !== undefined;
  const files = filesOf(tool, input);
  return (files.length === 0 ? [undefined] : files).map((file_path) => ({
    // The gate knows operations by their names in the contract.
    tool: operation ?? tool,
    ...definedOnly({
      semantic_classes: operation === undefined ? (classes ?? []) : undefined,
      agent_id: isRole ? agent.id : undefined,
      agent_name: isRole ? agent.name : undefined,
      file_path,
    }),
  }));
}

function filesOf(tool: string, input: unknown): readonly string[] {
  if (tool === "apply_patch")
    return [...(textIn(input, "command") ?? "").matchAll(PATCHED)].map(([, file = ""]) => file.trim());
  return ["file_path", "notebook_path", "filePath"].flatMap((name) => textIn(input, name) ?? []);
}
