/** Reads one macro token, `{{primitive key=value …}}`. macros.ts describes the grammar. */

export type MacroProblemKind =
  | "malformed"
  | "unfilled-slot"
  | "heredoc-label"
  | "heredoc-duplicate"
  | "heredoc-unclosed"
  | "heredoc-nested";

/** A value as it was written; `offset` is where it starts in the text. */
export type MacroValue =
  | { readonly kind: "word" | "string" | "heredoc"; readonly text: string; readonly offset: number }
  | { readonly kind: "array"; readonly items: readonly MacroValue[]; readonly offset: number }
  | { readonly kind: "object"; readonly members: readonly MacroArgument[]; readonly offset: number };

export interface MacroArgument {
  readonly key: string;
  readonly value: MacroValue;
  readonly offset: number;
}

/** A token between its braces. The text of a heredoc follows it. */
export interface MacroToken {
  readonly primitive: string;
  readonly args: readonly MacroArgument[];
  /** The last argument announces a heredoc with this label. */
  readonly heredoc?: { readonly key: string; readonly label: string; readonly offset: number };
  /** Offset behind the closing braces. */
  readonly end: number;
}

/** The token breaks the grammar at this place. */
export class MacroSyntaxError extends Error {
  constructor(
    message: string,
    readonly offset: number,
    readonly kind: MacroProblemKind = "malformed",
  ) {
    super(message);
  }
}

/**
 * Reads the token whose braces open at `start`.
 * @throws MacroSyntaxError
 */
export function readMacroToken(text: string, start: number): MacroToken {
  const reader = new Reader(text, start + 2);
  const primitive = reader.take(/[a-z][a-z0-9_]*/y);
  if (primitive === undefined) throw reader.error("a macro starts with the id of a primitive, right behind the braces");
  const args: MacroArgument[] = [];
  for (;;) {
    const blank = reader.skipBlank();
    if (reader.skip("}}")) return { primitive, args, end: reader.at };
    if (reader.atEnd) throw new MacroSyntaxError("the macro is not closed by }}", start);
    if (!blank) throw reader.error("white space must divide one value from the next key");
    const offset = reader.at;
    const name = args.length === 0 ? reader.take(/[a-z][a-z0-9_]*(?=\s*\}\})/y) : undefined;
    if (name !== undefined) {
      args.push({ key: "name", offset, value: { kind: "word", text: name, offset } });
      continue;
    }
    const key = readKey(reader);
    if (reader.skip(">>")) {
      const heredoc = { key, label: readLabel(reader), offset };
      return { primitive, args, heredoc, end: reader.at };
    }
    args.push({ key, offset, value: readValue(reader) });
  }
}

function readKey(reader: Reader): string {
  const key = reader.take(/[a-z][a-z0-9_]*/y);
  if (key === undefined) throw reader.error("a key is expected here, in lower case with underscores");
  if (reader.peek(/\s+=/y) || reader.peek(/=\s/y))
    throw reader.error(`no white space is allowed around the = of "${key}"`);
  if (!reader.skip("=")) throw reader.error(`"${key}" has no value; write ${key}=value`);
  return key;
}

/** The label of a heredoc, which ends the token: its text starts on the next line. */
function readLabel(reader: Reader): string {
  const label = reader.take(/\w+/y);
  if (label === undefined) throw reader.error("a label is expected behind >>", "heredoc-label");
  if (!reader.skip("}}")) throw reader.error(`a heredoc is the last value: close the macro right behind >>${label}`);
  if (!reader.peek(/[ \t]*(?:\r?\n|$)/y))
    throw reader.error(`the text of >>${label} starts on the next line; nothing may follow the braces`);
  return label;
}

/** What no value begins with; a list of one word in capitals could be a list, and several without a comma are none. */
const UNQUOTED_SLOT = /\$?\{[A-Za-z_][\w-]*(?: [\w-]+)*\}|<[A-Za-z][^<>{}\n]*>|\[[A-Z]{2,}(?: [A-Z]+)+\]/y;

function readValue(reader: Reader): MacroValue {
  const offset = reader.at;
  if (reader.peek(UNQUOTED_SLOT)) throw reader.error("a slot was left unfilled", "unfilled-slot");
  if (reader.skip('"')) return { kind: "string", text: readQuoted(reader, offset), offset };
  if (reader.skip("[")) return { kind: "array", items: readList(reader, "]", readValue), offset };
  if (reader.skip("{")) return { kind: "object", members: readMembers(reader), offset };
  const text = reader.take(/[^\s"{}[\],=<>]+/y);
  if (text === undefined)
    throw reader.error("a value is expected here; put text with blanks or any of []{},=<> into double quotes");
  return { kind: "word", text, offset };
}

function readQuoted(reader: Reader, start: number): string {
  let text = "";
  for (;;) {
    text += reader.take(/[^"\\\r\n]+/y) ?? "";
    if (reader.skip('"')) return text;
    if (reader.skip('\\"')) text += '"';
    else if (reader.skip("\\\\")) text += "\\";
    else if (reader.peek(/\\/y)) throw reader.error('a backslash may only precede " or another backslash');
    else throw new MacroSyntaxError("the quotes are not closed on their line; longer text goes into a heredoc", start);
  }
}

function readMembers(reader: Reader): readonly MacroArgument[] {
  const members = readList(reader, "}", (): MacroArgument => {
    const offset = reader.at;
    const key = reader.take(/[A-Za-z_][\w-]*/y);
    if (key === undefined) throw reader.error("a key without quotes is expected here, as in {label: value}");
    reader.skipBlank();
    if (!reader.skip(":")) throw reader.error(`a colon is expected behind "${key}"`);
    reader.skipBlank();
    return { key, offset, value: readValue(reader) };
  });
  const twice = members.find((member, index) => members.findIndex(({ key }) => key === member.key) < index);
  if (twice !== undefined) throw new MacroSyntaxError(`"${twice.key}" appears twice in this object`, twice.offset);
  return members;
}

function readList<Item>(reader: Reader, close: "]" | "}", readItem: (reader: Reader) => Item): readonly Item[] {
  const items: Item[] = [];
  reader.skipBlank();
  if (reader.skip(close)) return items;
  for (;;) {
    items.push(readItem(reader));
    reader.skipBlank();
    if (reader.skip(close)) return items;
    if (!reader.skip(",")) throw reader.error(`, or ${close} is expected here`);
    reader.skipBlank();
  }
}

/** A position in the text that moves forward over recognised tokens. */
class Reader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  skip(literal: string): boolean {
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  skipBlank(): boolean {
    return (this.take(/\s+/y) ?? "") !== "";
  }

  /** The match of a sticky expression at this place, and moves behind it. */
  take(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text)?.[0];
    if (match !== undefined) this.at += match.length;
    return match;
  }

  peek(expression: RegExp): boolean {
    expression.lastIndex = this.at;
    return expression.test(this.text);
  }

  error(message: string, kind?: MacroProblemKind): MacroSyntaxError {
    return new MacroSyntaxError(message, this.at, kind);
  }
}
