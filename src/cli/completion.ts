/** Completion scripts of shells, made from the tables of options. */

import type { Command, OptionSpec } from "./command.js";

export interface NamedCommand {
  readonly name: string;
  readonly summary: string;
  readonly command: Command;
}

type Completion = (program: string, commands: readonly NamedCommand[]) => string;

export const COMPLETIONS: Readonly<Record<string, Completion>> = { bash, zsh, fish };

const FILE_VALUES = ["FILE", "PATH", "DIR"];

const takesFile = ({ value = "" }: OptionSpec) => FILE_VALUES.includes(value);

function bash(program: string, commands: readonly NamedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const reply = (words: string) => `COMPREPLY=($(compgen -W "${words}" -- "$cur"))`;
  const values = commands.flatMap(({ name, command }) =>
    Object.entries(command.options)
      .filter(([, { type }]) => type !== "flag")
      .map(([option, spec]) => {
        const words = spec.choices === undefined ? "" : reply(spec.choices.join(" "));
        const answer = takesFile(spec) ? 'COMPREPLY=($(compgen -f -- "$cur"))' : words;
        return `    "${name} --${option}") ${answer === "" ? "" : `${answer}; `}return ;;`;
      }),
  );
  const options = commands.map(
    ({ name, command }) => `    ${name}) ${reply([...choicesOf(command), ...flagsOf(command)].join(" "))} ;;`,
  );
  const name = functionOf(program);
  return `# ${program} completion bash >> ~/.bashrc
${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  # --option=value arrives as three words.
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${reply(`${names} --help --version`)}
    return
  fi
  case "$command $prev" in
${values.join("\n")}
  esac
  case "$command" in
${options.join("\n")}
  esac
}
complete -o default -F ${name} ${program}
`;
}

function zsh(program: string, commands: readonly NamedCommand[]): string {
  const text = (words: string) => words.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, "\\$&");
  const value = (spec: OptionSpec) => {
    if (spec.type === "flag") return "";
    const choices = spec.choices === undefined ? " " : `(${spec.choices.join(" ")})`;
    return `:${text(spec.value ?? "VALUE")}:${takesFile(spec) ? "_files" : choices}`;
  };
  const branches = commands.map(({ name, command }) => {
    const options = Object.entries(command.options).map(
      ([option, spec]) =>
        `'${spec.multiple === true ? "*" : ""}--${option}${spec.type === "flag" ? "" : "="}[${text(spec.description)}]${value(spec)}'`,
    );
    const choices = choicesOf(command);
    const positional = choices.length > 0 ? `(${choices.join(" ")})` : "_files";
    const rest = command.positionals.length === 0 ? [] : [`'1:${text(command.positionals[0] ?? "")}:${positional}'`];
    return `    ${name}) _arguments ${[...options, "'--help[print this]'", ...rest].join(" \\\n      ")} ;;`;
  });
  const name = functionOf(program);
  return `#compdef ${program}
# source <(${program} completion zsh), after compinit
${name}() {
  local -a commands flags
  flags=('--help:print help' '--version:print the version')
  commands=(
${commands.map((each) => `    '${each.name}:${text(each.summary)}'`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _describe option flags
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${branches.join("\n")}
  esac
}
compdef ${name} ${program}
`;
}

function fish(program: string, commands: readonly NamedCommand[]): string {
  const text = (words: string) => `'${words.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const start = `complete -c ${program}`;
  // fish's own test for a subcommand looks at every word, and would take the value of an option for one.
  const isIn = `_${functionOf(program)}_in`;
  const top = `${start} -n ${isIn}`;
  const lines = commands.flatMap(({ name, summary, command }) => {
    const inside = `${start} -n '${isIn} ${name}'`;
    const choices = choicesOf(command);
    const positional = choices.length > 0 ? [`${inside} -a ${text(choices.join(" "))}`] : [`${inside} -F`];
    return [
      `${top} -a ${name} -d ${text(summary)}`,
      ...(command.positionals.length === 0 ? [] : positional),
      `${inside} -l help -d 'print this'`,
      ...Object.entries(command.options).map(([option, spec]) => {
        const choice = spec.choices === undefined ? " -x" : ` -x -a ${text(spec.choices.join(" "))}`;
        const value = spec.type === "flag" ? "" : takesFile(spec) ? " -r -F" : choice;
        return `${inside} -l ${option}${value} -d ${text(spec.description)}`;
      }),
    ];
  });
  return `# ${program} completion fish > ~/.config/fish/completions/${program}.fish
function ${isIn}
  set -l words (commandline -opc)
  test "$words[2]" = "$argv[1]"
end
${start} -f
${top} -l help -d 'print help'
${top} -l version -d 'print the version'
${lines.join("\n")}
`;
}

function flagsOf(command: Command): readonly string[] {
  return [...Object.keys(command.options), "help"].map((option) => `--${option}`);
}

/** A positional that is one of several words is written with bars: `cases|requirements`. */
function choicesOf(command: Command): readonly string[] {
  return command.positionals.filter((name) => name.includes("|")).flatMap((name) => name.split("|"));
}

function functionOf(program: string): string {
  return `_${program.replaceAll("-", "_")}`;
}
