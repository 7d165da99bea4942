/** The generated tables in `docs/`, by the names in their markers. */

import { ERRORS } from "../src/base/errors.js";
import { compareText } from "../src/base/finding.js";
import type { Command, Program } from "../src/cli/frame/command.js";
import { commandParser, EXIT_CODES } from "../src/cli/frame/parser.js";
import { program as conformanceProgram } from "../src/cli/nexus-conformance.js";
import { program as coreProgram } from "../src/cli/nexus-core.js";
import { KINDS } from "../src/content/diff/kinds.js";
import { CONTENT_RULES } from "../src/content/rules/all-rules.js";
import { RESUME_POLICIES, RESUME_SITUATIONS, RESUME_TABLE, RESUME_TIERS } from "../src/toolkit/resume-table.js";
import { contractTable } from "./contract-tables.js";
import { table } from "./markdown-table.js";
import { proofTable } from "./proof/table.js";
import { REPORT_TABLES } from "./report-tables.js";
import { exportedFunctions, toolkitSection } from "./toolkit-docs.js";
import { VOCABULARY_TABLES } from "./vocabulary-tables.js";

const TABLES: Readonly<Record<string, () => string | Promise<string>>> = {
  "commands nexus-core": () => commands(coreProgram),
  "commands nexus-conformance": () => commands(conformanceProgram),
  "commands-short nexus-core": () => shortCommands(coreProgram),
  "commands-short nexus-conformance": () => shortCommands(conformanceProgram),
  "exit-codes": () => table(["code", "meaning"], EXIT_CODES),
  errors: () =>
    table(
      ["code", "exit", "message", "remedy"],
      Object.entries(ERRORS).map(([code, { exit, message, remedy }]) => [`\`${code}\``, String(exit), message, remedy]),
    ),
  rules: () =>
    table(
      ["rule", "level", "what holds", "why", "what to do"],
      [...CONTENT_RULES]
        .sort((a, b) => compareText(a.id, b.id))
        .map(({ id, level, title, reason, remedy }) => [`\`${id}\``, level, title, reason, remedy]),
    ),
  changes: () =>
    table(
      ["class", "change", "what a harness has to do"],
      Object.values(KINDS).map((kind) => [kind.class, kind.what.replaceAll(/\{(\w+)\}/g, "*$1*"), kind.todo]),
    ),
  ...VOCABULARY_TABLES,
  "last proof": proofTable,
  ...REPORT_TABLES,
  resume: resumeTable,
  toolkit: () => exportedFunctions().map(toolkitSection).join("\n\n"),
  "toolkit-short": () =>
    table(
      ["function", "what it gives"],
      exportedFunctions().map(({ name, text }) => [`\`${name}\``, text.split(/(?<=[.:])\s/)[0] ?? ""]),
    ),
};

/**
 * The function that makes the table of this name; undefined for an unknown name.
 * @param root of the repository whose contracts are used
 */
export function tableMaker(name: string, root: string): (() => string | Promise<string>) | undefined {
  return TABLES[name] ?? contractTable(name, root);
}

/** One row for the tiers and policies that decide alike, one column for each situation. */
function resumeTable(): string {
  const alike = new Map<string, string[]>();
  for (const tier of RESUME_TIERS) {
    for (const policy of RESUME_POLICIES) {
      const decisions = RESUME_TABLE.filter((entry) => entry.tier === tier && entry.policy === policy)
        .map(({ decision, reread }) => (reread ? `${decision}, re-read` : decision))
        .join("|");
      alike.set(decisions, [...(alike.get(decisions) ?? []), `${tier}/${policy}`]);
    }
  }
  const rows = [...alike].map(([decisions, names]) => [names.join(", "), ...decisions.split("|")]);
  return table(["tier/policy", ...RESUME_SITUATIONS], rows);
}

async function commands(program: Program): Promise<string> {
  const parts = await Promise.all(
    Object.entries(program.commands).map(async ([name, entry]) => {
      const { command } = await entry.load();
      return commandSection(`${program.name} ${name}`, command);
    }),
  );
  return parts.join("\n\n");
}

function shortCommands({ commands: entries }: Program): string {
  return table(
    ["command", "what it does"],
    Object.entries(entries).map(([command, { summary }]) => [`\`${command}\``, summary]),
  );
}

function commandSection(name: string, command: Command): string {
  const parser = commandParser(name, command);
  const help = parser.createHelp();
  return [
    `### ${name}`,
    command.description,
    `\`\`\`sh\n${help.commandUsage(parser)}\n\`\`\``,
    table(
      ["option", "meaning"],
      help.visibleOptions(parser).map((option) => [`\`${help.optionTerm(option)}\``, help.optionDescription(option)]),
    ),
  ].join("\n\n");
}
