import { shownName } from "@nexus-core/service/params/params-problem";
import { ThreadError } from "./thread-error.js";

/** Parameters that may contain tabs and line breaks. All others refuse every control character. */
const SEVERAL_LINES: ReadonlySet<string> = new Set(["body", "trigger_prompt", "metadata", "audit_metadata"]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANY_CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OTHER_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** Half of a surrogate pair, which UTF-8 cannot encode. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** How deep a value may be nested. Deeper values are refused first, because recursive code could overflow on them. */
const MOST_LEVELS = 16;

/**
 * Checks every text in the parameters, including member names: no control characters
 * (`thread.params.control-characters`) and no lone surrogates. Uses a work list instead of recursion, because the caller
 * decides the depth.
 * @throws ThreadError VALIDATION_ERROR that names the parameter
 */
export function checkTexts(tool: string, params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    const parameter = shownName(name);
    const forbidden = SEVERAL_LINES.has(name) ? OTHER_CONTROL : ANY_CONTROL;
    const check = (text: string) => {
      if (forbidden.test(text)) throw ThreadError.of("CONTROL_CHARACTER", { tool, parameter });
      if (LONE_SURROGATE.test(text)) throw ThreadError.of("HALF_CHARACTER", { tool, parameter });
    };
    let level: readonly unknown[] = [value];
    for (let depth = 1; level.length > 0; depth++) {
      if (depth > MOST_LEVELS && level.some(isContainer)) {
        throw ThreadError.of("NESTED_TOO_DEEPLY", { tool, parameter, levels: MOST_LEVELS });
      }
      level = level.flatMap((item) => innerValues(item, check));
    }
  }
}

function innerValues(value: unknown, check: (text: string) => void): readonly unknown[] {
  if (typeof value === "string") check(value);
  if (!isContainer(value)) return [];
  if (Array.isArray(value)) return value;
  const members = Object.entries(value);
  for (const [member] of members) check(member);
  return members.map(([, inner]) => inner);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
