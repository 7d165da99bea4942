/** Where a text stops being JSON. */
export interface JsonFault {
  readonly offset: number;
  /** What is wrong there, as a sentence without its full stop. */
  readonly reason: string;
}

type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end" | "nothing";

const WORDS: Readonly<Record<Expected, string>> = {
  value: "a value is expected here",
  "value or ]": "a value or ] is expected here",
  key: "a key in double quotes is expected here",
  "key or }": "a key in double quotes, or }, is expected here",
  colon: "a colon is expected here",
  "comma or end": "a comma or the end of the list or object is expected here",
  nothing: "nothing may follow the end of the value",
};

// From the blank up, without the quote and the backslash: control characters are what JSON wants escaped.
const STRING_PART = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/**
 * The first place at which a text is no JSON, in words for whoever wrote it. `JSON.parse` says in some versions of Node
 * what is wrong, and not where.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = 0;
  const afterValue = (): Expected => (open.length === 0 ? "nothing" : "comma or end");
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? "";
    at += taken.length;
    return taken;
  };
  for (;;) {
    take(/[ \t\n\r]*/y);
    const character: string | undefined = text[at];
    if (character === undefined) {
      return expected === "nothing" ? undefined : { offset: at, reason: `the text ends too early: ${WORDS[expected]}` };
    }
    const wrong: JsonFault = { offset: at, reason: wordsFor(character, expected) };
    const isKey: boolean = expected === "key" || expected === "key or }";
    const isValue: boolean = expected === "value" || expected === "value or ]";
    if (character === '"' && (isKey || isValue)) {
      take(STRING_PART);
      if (text[at] !== '"') return brokenString(text, wrong.offset, at);
      at += 1;
      expected = isKey ? "colon" : afterValue();
    } else if ((character === "{" || character === "[") && isValue) {
      open.push(character);
      at += 1;
      expected = character === "{" ? "key or }" : "value or ]";
    } else if (character === (open.at(-1) === "{" ? "}" : "]") && isEnd(expected) && open.length > 0) {
      open.pop();
      at += 1;
      expected = afterValue();
    } else if (character === "," && expected === "comma or end") {
      at += 1;
      expected = open.at(-1) === "{" ? "key" : "value";
    } else if (character === ":" && expected === "colon") {
      at += 1;
      expected = "value";
    } else if (isValue && take(SCALAR) !== "") {
      expected = afterValue();
    } else {
      return wrong;
    }
  }
}

function isEnd(expected: Expected): boolean {
  return expected === "comma or end" || expected === "key or }" || expected === "value or ]";
}

/** What people write for JSON and is none gets words of its own. */
function wordsFor(character: string, expected: Expected): string {
  if ((character === "}" || character === "]") && (expected === "key" || expected === "value")) {
    return `a comma must not stand before ${character}`;
  }
  if (character === "'") return "texts stand in double quotes";
  if (character === "/" || character === "#") return "JSON has no comments";
  return WORDS[expected];
}

function brokenString(text: string, start: number, at: number): JsonFault {
  const character = text[at];
  if (character === "\\") return { offset: at, reason: "this backslash begins no escape: write \\\\ for a backslash" };
  if (character === "\n" || character === "\r") {
    return { offset: start, reason: "this text is not closed on its line: write \\n for a line break" };
  }
  if (character === undefined) return { offset: start, reason: "this text is not closed" };
  return { offset: at, reason: "a control character stands in a text: write it as an escape" };
}
