/**
 * Scripts that let a shell complete the words of a program. They are made from its commands and options as commander
 * holds them.
 * @packageDocumentation
 */

interface Completable {
  readonly description: string;
  /** The words that the value can be, where they are known. */
  readonly argChoices?: readonly string[] | undefined;
}

interface CompletedOption extends Completable {
  /** As declared: `--level <LEVEL>`. */
  readonly flags: string;
  readonly long?: string | undefined;
  /** A value must follow. */
  readonly required: boolean;
  /** A value may follow. */
  readonly optional: boolean;
}

interface CompletedArgument extends Completable {
  name(): string;
}

/** The part of commander's Command that completion reads. */
export interface CompletedCommand {
  name(): string;
  summary(): string;
  description(): string;
  readonly options: readonly CompletedOption[];
  readonly registeredArguments: readonly CompletedArgument[];
  readonly commands: readonly CompletedCommand[];
}

const SCRIPTS = { bash, zsh, fish } as const;

export type Shell = keyof typeof SCRIPTS;

/** The script for a shell, which completes the commands of the program and the options of each. */
export function completionScript(shell: Shell, program: CompletedCommand): string {
  return SCRIPTS[shell](program);
}

function bash(program: CompletedCommand): string {
  const { commands } = program;
  const words = [...commands.map((command) => command.name()), ...longsOf(program)];
  const reply = (words: string) => `COMPREPLY=($(compgen -W "${words}" -- "$cur"))`;
  const values = commands.flatMap((command) =>
    command.options.filter(takesValue).map((option) => {
      const choices = option.argChoices === undefined ? "" : reply(option.argChoices.join(" "));
      const answer = takesFile(option) ? 'COMPREPLY=($(compgen -f -- "$cur"))' : choices;
      return `    "${command.name()} ${option.long}") ${answer === "" ? "" : `${answer}; `}return ;;`;
    }),
  );
  const options = commands.map(
    (command) => `    ${command.name()}) ${reply([...choicesOf(command), ...longsOf(command)].join(" "))} ;;`,
  );
  const name = functionOf(program);
  return `# ${program.name()} completion bash >> ~/.bashrc
${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  # --option=value arrives as three words.
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${reply(words.join(" "))}
    return
  fi
  case "$command $prev" in
${values.join("\n")}
  esac
  case "$command" in
${options.join("\n")}
  esac
}
complete -o default -F ${name} ${program.name()}
`;
}

function zsh(program: CompletedCommand): string {
  const text = (words: string) => words.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, "\\$&");
  const value = (option: CompletedOption) => {
    if (!takesValue(option)) return "";
    const choices = option.argChoices === undefined ? " " : `(${option.argChoices.join(" ")})`;
    return `:${text(valueNameOf(option))}:${takesFile(option) ? "_files" : choices}`;
  };
  const branches = program.commands.map((command) => {
    const options = command.options.map((option) => {
      // An option with a value may be given again, a flag need not be.
      const [before, after] = takesValue(option) ? ["*", "="] : ["", ""];
      return `'${before}${option.long}${after}[${text(option.description)}]${value(option)}'`;
    });
    const choices = choicesOf(command);
    const positional = choices.length > 0 ? `(${choices.join(" ")})` : "_files";
    const rest = command.registeredArguments.slice(0, 1).map((first) => `'1:${text(first.name())}:${positional}'`);
    return `    ${command.name()}) _arguments ${[...options, "'--help[print this]'", ...rest].join(" \\\n      ")} ;;`;
  });
  const name = functionOf(program);
  return `#compdef ${program.name()}
# source <(${program.name()} completion zsh), after compinit
${name}() {
  local -a commands flags
  flags=(${["'--help:print this'", ...program.options.map(({ long, description }) => `'${long}:${text(description)}'`)].join(" ")})
  commands=(
${program.commands.map((command) => `    '${command.name()}:${text(shortDescription(command))}'`).join("\n")}
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
compdef ${name} ${program.name()}
`;
}

function fish(program: CompletedCommand): string {
  const text = (words: string) => `'${words.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const start = `complete -c ${program.name()}`;
  // fish's own test for a subcommand looks at every word, and would take the value of an option for one.
  const isIn = `_${functionOf(program)}_in`;
  const top = `${start} -n ${isIn}`;
  const lineOf = (inside: string, option: CompletedOption) => {
    const choice = option.argChoices === undefined ? " -x" : ` -x -a ${text(option.argChoices.join(" "))}`;
    const value = takesFile(option) ? " -r -F" : choice;
    return `${inside} -l ${option.long?.slice(2)}${takesValue(option) ? value : ""} -d ${text(option.description)}`;
  };
  const lines = program.commands.flatMap((command) => {
    const inside = `${start} -n '${isIn} ${command.name()}'`;
    const choices = choicesOf(command);
    const positional = choices.length > 0 ? [`${inside} -a ${text(choices.join(" "))}`] : [`${inside} -F`];
    return [
      `${top} -a ${command.name()} -d ${text(shortDescription(command))}`,
      ...(command.registeredArguments.length === 0 ? [] : positional),
      `${inside} -l help -d 'print this'`,
      ...command.options.map((option) => lineOf(inside, option)),
    ];
  });
  return `# ${program.name()} completion fish > ~/.config/fish/completions/${program.name()}.fish
function ${isIn}
  set -l words (commandline -opc)
  test "$words[2]" = "$argv[1]"
end
${start} -f
${top} -l help -d 'print this'
${program.options.map((option) => `${lineOf(top, option)}\n`).join("")}${lines.join("\n")}
`;
}

const FILE_VALUES = ["FILE", "PATH", "DIR"];

const takesValue = ({ required, optional }: CompletedOption): boolean => required || optional;

const takesFile = (option: CompletedOption): boolean => FILE_VALUES.includes(valueNameOf(option));

/** How help names the value: `LEVEL` in `--level <LEVEL>`. */
function valueNameOf({ flags }: CompletedOption): string {
  return / [<[](.*)[\]>]$/.exec(flags)?.[1] ?? "";
}

function shortDescription(command: CompletedCommand): string {
  return command.summary() || command.description();
}

function longsOf(command: CompletedCommand): readonly string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), "--help"];
}

function choicesOf(command: CompletedCommand): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

function functionOf(program: CompletedCommand): string {
  return `_${program.name().replaceAll("-", "_")}`;
}
