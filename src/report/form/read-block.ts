/** Finds the one report in a message, and says what keeps it from being read. */

import { definedOnly } from "../../base/defined-only.js";
import { jsonPlaces } from "../../base/json-places.js";
import { type Fence, fencesOf } from "../../base/markdown/fences.js";
import { jsonFault } from "./json-fault.js";

export const INFO_WORD = "nexus-report";

/** Whether a block is a report: one in a list or a quotation is shown there, and not sent. */
export function isReportBlock({ infoWord, isNested }: Fence): boolean {
  return infoWord === INFO_WORD && !isNested;
}

/** Far above any real report, so that reading always takes a bounded time. */
const MAX_BLOCK_LENGTH = 100_000;
const MAX_BLOCK_DEPTH = 20;

/** Something that is wrong at an offset of the message. */
export interface BlockFault {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

export interface ReadBlock {
  readonly faults: readonly BlockFault[];
  /** The place of the report: the block with its fences, or the whole text. */
  readonly range: { readonly start: number; readonly end: number };
  /** The value, where the JSON could be read. */
  readonly found: { readonly value: unknown; readonly offsetOf: (pointer: string) => number } | undefined;
}

export function readBlock(message: string): ReadBlock {
  // A byte order mark is no text; a blank keeps the offsets.
  const text = message.replace(/^\uFEFF/, " ");
  const fences = fencesOf(text);
  const blocks = fences.filter(isReportBlock);
  const [block, ...others] = blocks;
  if (block === undefined) {
    const start = text.search(/\S/);
    if (text[start] === "{") return readJson(text, { start, end: text.length }, { start: 0, end: text.length }, []);
    return { faults: [noBlock(text, fences)], range: { start: 0, end: 0 }, found: undefined };
  }
  const range = { start: block.open, end: block.close ?? text.length };
  if (others.length > 0) {
    const faults = others.map(({ open }, index) => ({
      offset: open,
      message: `block ${index + 2} of ${blocks.length} begins here, and only one may count`,
      hint: "Keep one block.",
    }));
    return { faults, range, found: undefined };
  }
  const faults = block.close === undefined ? [{ offset: block.open, ...UNCLOSED }] : [];
  // Backticks right behind the last brace are a closing fence that lost its line.
  const end = block.close === undefined ? withoutLastFence(text.slice(0, block.end)) : block.end;
  return readJson(text, { start: block.start, end: Math.max(end, block.start) }, range, faults);
}

const UNCLOSED = {
  message: "the block is never closed",
  hint: "End it with as many backticks or tildes as it began with, alone on a line.",
};

/** How far a text goes that ends in backticks or tildes with nothing but blanks behind them. */
function withoutLastFence(text: string): number {
  const trimmed = text.trimEnd();
  let at = trimmed.length;
  while (trimmed[at - 1] === "`" || trimmed[at - 1] === "~") at -= 1;
  return trimmed.length - at < 3 ? text.length : at;
}

function readJson(
  text: string,
  content: { readonly start: number; readonly end: number },
  range: ReadBlock["range"],
  faults: readonly BlockFault[],
): ReadBlock {
  const { start } = content;
  const json = text.slice(start, content.end);
  const failed = (offset: number, message: string, hint?: string): ReadBlock => ({
    faults: [...faults, { offset: start + offset, message, ...definedOnly({ hint }) }],
    range,
    found: undefined,
  });
  if (json.length > MAX_BLOCK_LENGTH) {
    return failed(0, `the block has ${json.length} characters, and ${MAX_BLOCK_LENGTH} may be read`, TOO_LONG);
  }
  const tooDeep = deepPlace(json);
  if (tooDeep !== undefined) return failed(tooDeep, `values nest deeper than ${MAX_BLOCK_DEPTH} levels here`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const { offset, reason } = jsonFault(json) ?? { offset: 0, reason: "the JSON cannot be read" };
    return failed(offset, `the block is not valid JSON: ${reason}`);
  }
  const { offsetOf, repeatedKey } = jsonPlaces(json);
  const repeated =
    repeatedKey === undefined
      ? []
      : [{ offset: start + repeatedKey.at, message: `${repeatedKey.name} appears twice in one object` }];
  return {
    faults: [...faults, ...repeated],
    range,
    found: { value, offsetOf: (pointer) => start + offsetOf(pointer) },
  };
}

const TOO_LONG = "Put long material into an artifact, and name it under files.";

/** Where a JSON text first nests deeper than any report does. */
function deepPlace(json: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth > MAX_BLOCK_DEPTH) return index;
  }
  return undefined;
}

/** Why there is no block: the most likely mistake, if one is visible. */
function noBlock(text: string, fences: readonly Fence[]): BlockFault {
  const message = `there is no block with the info word ${INFO_WORD}`;
  const hidden = hiddenBlock(text, fences);
  if (hidden !== undefined) {
    const hint =
      "Begin its fence at the start of a line, outside lists, quotations and other fences; close those first.";
    return { offset: hidden, message: "the block is inside a list, a quotation or another fence", hint };
  }
  const other = fences.find(
    ({ infoWord, start, end }) => /nexus|report/i.test(infoWord) || holdsReport(text.slice(start, end)),
  );
  if (other === undefined) return { offset: 0, message };
  const word = other.infoWord === "" ? "has no info word" : `has the info word "${other.infoWord}"`;
  return { offset: other.open, message: `${message}: the one that begins here ${word}` };
}

function holdsReport(content: string): boolean {
  return content.trimStart().startsWith("{") && content.includes('"report"');
}

/** Where a report begins that is only shown: in a list or a quotation, or in another fence. */
function hiddenBlock(text: string, fences: readonly Fence[]): number | undefined {
  for (const { infoWord, open, start, end } of fences) {
    if (infoWord === INFO_WORD) return open;
    const inner = fencesOf(text.slice(start, end)).find((fence) => fence.infoWord === INFO_WORD);
    if (inner !== undefined) return start + inner.open;
  }
  return undefined;
}
