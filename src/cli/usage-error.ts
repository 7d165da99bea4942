/** What commander refuses, as one of our errors. */

import type { CommanderError, Command as Parser } from "commander";
import { NexusError } from "../errors.js";
import { didYouMean } from "../nearest.js";

export function usageError({ code, message }: CommanderError, parser: Parser): NexusError {
  const program = parser.name();
  // Commander gives what it refuses in its message alone.
  const [, refused = ""] = /'(.*)'/su.exec(message) ?? [];
  switch (code) {
    case "commander.unknownOption":
      return unknownFlag(refused, parser);
    case "commander.unknownCommand": {
      const names = parser.commands.map((command) => command.name());
      return NexusError.of("NXC_USAGE_UNKNOWN_COMMAND", {
        command: refused,
        program,
        hint: didYouMean(refused, names),
      });
    }
    case "commander.help":
      return NexusError.of("NXC_USAGE_MISSING_ARGUMENT", { argument: "COMMAND", program });
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
function unknownFlag(word: string, parser: Parser): NexusError {
  const [flag = ""] = word.split("=", 1);
  const known = parser
    .createHelp()
    .visibleOptions(parser)
    .flatMap(({ long }) => long ?? []);
  return known.includes(flag)
    ? NexusError.of("NXC_USAGE_FLAG_VALUE", { flag, problem: "takes no value", expected: flag })
    : NexusError.of("NXC_USAGE_UNKNOWN_FLAG", { flag, program: parser.name(), hint: didYouMean(flag, known) });
}

/** Why a value is refused that is not one of the choices. */
export function noChoice(value: string, choices: readonly string[]): string {
  return `cannot be "${value}": ${didYouMean(value, choices)}it is one of ${choices.join(", ")}`;
}
