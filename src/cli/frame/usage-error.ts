/** What commander refuses, as one of our errors. */

import type { Command, ErrorOptions } from "commander";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";

/** @param parser the command whose words were refused */
export function usageError(message: string, { code }: ErrorOptions, parser: Command): NexusError {
  const program = parser.name();
  // Commander passes on what it refuses in its message alone.
  const [, refused = ""] = /'(.*)'/su.exec(message) ?? [];
  switch (code) {
    case "commander.unknownOption":
      return unknownFlag(refused, parser);
    case "commander.unknownCommand": {
      const names = parser.commands.map((command) => command.name());
      const hint = didYouMean(refused, names);
      return NexusError.of("NXC_USAGE_UNKNOWN_COMMAND", { command: refused, program, hint });
    }
    case "commander.missingArgument":
      return NexusError.of("NXC_USAGE_MISSING_ARGUMENT", { argument: refused, program });
    case "commander.optionMissingArgument": {
      const [flag = ""] = refused.split(" ", 1);
      const expected = refused.replace(/[<>]/gu, "");
      return NexusError.of("NXC_USAGE_FLAG_VALUE", { flag, problem: "needs a value", expected });
    }
    default:
      return NexusError.of("NXC_USAGE_ARGUMENT", { problem: message.replace(/^error: /u, ""), hint: "", program });
  }
}

/** @param word as it was given, which may be `--name=value` */
function unknownFlag(word: string, parser: Command): NexusError {
  const [flag = ""] = word.split("=", 1);
  const options = parser.createHelp().visibleOptions(parser);
  const known = options.flatMap(({ long }) => long ?? []);
  return known.includes(flag)
    ? NexusError.of("NXC_USAGE_FLAG_VALUE", { flag, problem: "takes no value", expected: flag })
    : NexusError.of("NXC_USAGE_UNKNOWN_FLAG", { flag, program: parser.name(), hint: didYouMean(flag, known) });
}

/** Why a value is refused that is not one of the choices. */
export function noChoice(value: string, choices: readonly string[]): string {
  return `cannot be "${value}": it is one of ${choices.join(", ")}. ${didYouMean(value, choices)}`.trimEnd();
}
