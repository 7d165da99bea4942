/** Follows the items of lists through a text, as far as one has to know which lines stand inside one. */

/** The tab stops of CommonMark, and the columns from which on an indented line is code. */
const TAB = 4;
export const CODE = 4;

/** Three or more backticks, with none behind them, or tildes; and the info string. */
export const OPENING_FENCE = /^(`{3,}(?=[^`]*$)|~{3,})([\s\S]*)$/;

/** `---` and `* * *` draw a line; they begin no item. */
const THEMATIC_BREAK = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** What a line holds behind the markers of items that begin on it. */
export interface ItemLine {
  /** Its text without what it is indented by. */
  readonly rest: string;
  /** By how many columns it is indented inside its item, or from the margin. */
  readonly indent: number;
  /** The column at which the text of its innermost item begins; 0 outside lists. */
  readonly item: number;
}

/** The columns by which a line is indented. */
export function indentOf(line: string): number {
  return columnAt(line, /[^ \t]/.exec(line)?.index ?? line.length);
}

/**
 * Takes the lines of a text in their order, without those of fenced blocks, and says of each where it stands. A line
 * belongs to an item when it is indented as far as the text of the item, or when it only goes on with a paragraph of
 * it. Items inside quotations are not looked for: what is quoted has its mark at each line.
 */
export function listItems(): (line: string) => ItemLine {
  /** Where the text of each open item begins, from the outermost. */
  const items: number[] = [];
  /** Inside how many items a paragraph is open that the next line may go on with; infinite in a quotation. */
  let paragraph: number | undefined;
  /** Whether the last item began on the line before, with nothing behind its marker. */
  let isEmpty = false;

  const at = (rest: string, column: number): ItemLine => {
    const item = items.at(-1) ?? 0;
    return { rest, indent: column - item, item };
  };

  return (line) => {
    const rest = line.replace(/^[ \t]+/, "");
    const column = indentOf(line);
    if (rest === "") {
      paragraph = undefined;
      if (isEmpty) items.pop();
      isEmpty = false;
      return at("", items.at(-1) ?? 0);
    }
    const outside = items.findIndex((item) => column < item);
    const depth = outside === -1 ? items.length : outside;
    const indent = column - (items[depth - 1] ?? 0);
    const isDeep = indent >= CODE;
    // A line below a paragraph makes a heading of it, where else a hyphen would begin an item.
    if (!isDeep && paragraph === depth && /^(?:=+|-+)[ \t]*$/.test(rest)) {
      paragraph = undefined;
      return at(rest, column);
    }
    const begun = isDeep || THEMATIC_BREAK.test(rest) ? [] : itemsBegun(rest, column, paragraph === depth);
    const last = begun.at(-1);
    // Text goes on with the paragraph before it, however little it is indented.
    if (last === undefined && paragraph !== undefined && (isDeep || isText(rest))) {
      return { rest, indent, item: items.at(-1) ?? 0 };
    }

    isEmpty = last?.rest === "";
    items.length = depth;
    for (const { item } of begun) items.push(item);
    const found = last === undefined ? at(rest, column) : at(last.rest, last.column);
    const text = found.rest.replace(/^>[> \t]*/, "");
    if (text === "" || found.indent >= CODE || !isText(text)) paragraph = undefined;
    else paragraph = text === found.rest ? items.length : Number.POSITIVE_INFINITY;
    return found;
  };
}

/** Whether a line is part of a paragraph: neither heading nor quotation, fence or break. */
function isText(rest: string): boolean {
  return !/^(?:>|#{1,6}(?:[ \t]|$))/.test(rest) && !OPENING_FENCE.test(rest) && !THEMATIC_BREAK.test(rest);
}

interface BegunItem {
  readonly item: number;
  readonly rest: string;
  readonly column: number;
}

/** The items that begin on a line, one inside the other. */
function itemsBegun(line: string, start: number, isParagraph: boolean): readonly BegunItem[] {
  const begun: BegunItem[] = [];
  const marker = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y;
  for (let [offset, column] = [0, start]; ; ) {
    marker.lastIndex = offset;
    const found = marker.exec(line);
    if (found === null) return begun;
    const behind = offset + found[0].length;
    const text = /[^ \t]/g;
    text.lastIndex = behind;
    const next = text.exec(line)?.index;
    // In the middle of a paragraph a number is most often part of a sentence: only the first of a list ends it.
    if (isParagraph && begun.length === 0 && (next === undefined || ![undefined, "1"].includes(found[1]))) return begun;
    const end = column + found[0].length;
    if (next === undefined) return [...begun, { item: end + 1, rest: "", column: end + 1 }];
    column = columnAt(line.slice(behind, next), next - behind, end);
    const item = column - end > CODE ? end + 1 : column;
    begun.push({ item, rest: line.slice(next), column });
    // Behind so many blanks stands code, and code has no items.
    if (item < column) return begun;
    offset = next;
  }
}

/** The column of an offset of a line that is blank up to there. */
function columnAt(line: string, offset: number, start = 0): number {
  let column = start;
  for (let at = 0; at < offset; at += 1) column += line[at] === "\t" ? TAB - (column % TAB) : 1;
  return column;
}
