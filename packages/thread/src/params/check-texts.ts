import { ThreadError } from "../thread-error.js";

/** In these a control character of any kind is refused; in all others tab and line breaks are text. */
const SEVERAL_LINES: ReadonlySet<string> = new Set(["body", "trigger_prompt", "metadata", "audit_metadata"]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANY_CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OTHER_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** Half of a character, which no encoding can keep. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** How deep a value may be nested below its parameter; what is deeper is refused before anything follows it down. */
const MOST_LEVELS = 16;

/**
 * Every text among the parameters, member names included: no control characters (`thread.params.control-characters`), no
 * half characters. Goes through lists of what is left to do and not into itself, because a caller decides how deep it is.
 * @throws ThreadError VALIDATION_ERROR that names the parameter
 */
export function checkTexts(params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    const forbidden = SEVERAL_LINES.has(name) ? OTHER_CONTROL : ANY_CONTROL;
    let level: readonly unknown[] = [value];
    for (let depth = 1; level.length > 0; depth++) {
      if (depth > MOST_LEVELS && level.some(isContainer)) {
        throw refusal(name, `is nested deeper than ${MOST_LEVELS} levels. Flatten it.`);
      }
      level = level.flatMap((item) => innerValues(name, item, forbidden));
    }
  }
}

function innerValues(name: string, value: unknown, forbidden: RegExp): readonly unknown[] {
  if (typeof value === "string") checkText(name, value, forbidden);
  if (!isContainer(value)) return [];
  if (Array.isArray(value)) return value;
  const members = Object.entries(value);
  for (const [member] of members) checkText(name, member, forbidden);
  return members.map(([, inner]) => inner);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function checkText(name: string, text: string, forbidden: RegExp): void {
  if (forbidden.test(text)) {
    throw refusal(
      name,
      "holds a control character. Take it out; only texts of several lines may hold tabs and line breaks.",
    );
  }
  if (LONE_SURROGATE.test(text)) throw refusal(name, "holds half of a surrogate pair. Send whole Unicode characters.");
}

function refusal(name: string, problem: string): ThreadError {
  // A parameter that nobody knows may be called anything.
  const shown = /^[a-z_]{1,40}$/.test(name) ? `/${name}` : "A parameter of an unknown name";
  return new ThreadError("VALIDATION_ERROR", `${shown} ${problem}`);
}
