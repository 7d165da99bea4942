import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";

/** Where a text stops being JSON. */
export interface JsonFault {
  readonly offset: number;
  /** What is wrong there, as a sentence without its full stop. */
  readonly reason: string;
}

type Code = ReturnType<typeof printParseErrorCode>;

const REASONS: Readonly<Partial<Record<Code, string>>> = {
  ValueExpected: "a value is expected here",
  PropertyNameExpected: "a key in double quotes is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma or the end of the list or object is expected here",
  CloseBraceExpected: "a comma or } is expected here",
  CloseBracketExpected: "a comma or ] is expected here",
  EndOfFileExpected: "nothing may follow the end of the value",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfNumber: "this number is not finished",
  InvalidCharacter: "this text contains a control character: write it as an escape",
  InvalidEscapeCharacter: "this backslash does not begin an escape: write \\\\ for a backslash",
  InvalidUnicode: "an escape \\u needs four hexadecimal digits",
};

/** The part of a text in quotes before the sign that JSON does not allow there. */
const CORRECT: Readonly<Partial<Record<Code, RegExp>>> = {
  InvalidCharacter: /^[ -\uffff]*/,
  InvalidEscapeCharacter: /^(?:[^\\]|\\["\\/bfnrtu])*/,
  InvalidUnicode: /^(?:[^\\]|\\(?!u)|\\u[0-9a-f]{4})*/i,
};

/** Explains the first fault of a text that JSON.parse refuses. `JSON.parse` itself does not always say where it is. */
export function jsonFault(text: string): JsonFault | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const code = printParseErrorCode(first.error);
  const { offset, length } = first;
  const found = text.slice(offset, offset + length);
  const within = CORRECT[code]?.exec(found)?.[0].length ?? 0;
  return { offset: offset + within, reason: reasonFor(code, text, offset, offset + length) };
}

function reasonFor(code: Code, text: string, start: number, end: number): string {
  const [before, found] = [text.slice(0, start), text.slice(start, end)];
  if (code === "UnexpectedEndOfString") {
    const isLineEnd = /[\r\n]/.test(text.charAt(end));
    return isLineEnd ? "this text is not closed on its line: write \\n for a line break" : "this text is not closed";
  }
  if (code === "InvalidSymbol") {
    if (isJson(before)) return "nothing may follow the end of the value";
    if (found.startsWith("#")) return "JSON has no comments";
    return /^\w{1,20}$/.test(found)
      ? `JSON has no word ${found}: texts need double quotes`
      : "texts need double quotes";
  }
  if (/^[}\]]/.test(found) && before.trimEnd().endsWith(",")) {
    return `remove the comma before ${found}`;
  }
  const reason = REASONS[code] ?? "the JSON cannot be read";
  return found === "" ? `the text ends too early: ${reason}` : reason;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
