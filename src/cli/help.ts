import type { Command, OptionTable, Program } from "./command.js";

export const EXIT_CODES = [
  ["0", "conforms, or the check found nothing"],
  ["1", "findings: a requirement is violated, drift"],
  ["2", "wrong invocation or configuration, or nothing was judged"],
  ["3", "the adapter or the kit itself failed"],
] as const;

/** Help of a program: its commands. */
export function programHelp({ name, summary, commands }: Program): string {
  const rows = Object.entries(commands).map(([command, entry]) => [command, entry.summary] as const);
  return [
    summary,
    "",
    `Usage: ${name} COMMAND [OPTIONS]`,
    "",
    "Commands:",
    ...table(rows),
    "",
    `Run ${name} COMMAND --help for the options of a command.`,
    "",
  ].join("\n");
}

/** Help of one command: its options, from the table that parses them. */
export function commandHelp(program: string, name: string, command: Command): string {
  return [
    command.summary,
    "",
    `Usage: ${program} ${name} ${command.usage}`.trimEnd(),
    "",
    "Options:",
    ...table([...optionRows(command.options), ["--help", "print this"]]),
    "",
    "Exit codes:",
    ...table(EXIT_CODES),
    "",
  ].join("\n");
}

/** Options as help and documentation show them. */
export function optionRows(options: OptionTable): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, spec]) => {
    const value = spec.type === "flag" ? "" : spec.bare === undefined ? ` ${spec.value}` : ` [${spec.value}]`;
    const choices = spec.choices === undefined ? "" : ` (${spec.choices.join(", ")})`;
    return [`--${name}${value}`, `${spec.description}${choices}${spec.multiple === true ? "; repeatable" : ""}`];
  });
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
