import { withLf } from "../../base/hash-text.js";
import { type Fence, fencesOf } from "../../base/markdown/fences.js";
import { markdownNodes, type PlacedNode } from "../../base/markdown/markdown.js";
import { positionsIn } from "../../base/markdown/text-position.js";
import { parseMacros, textsOfMacroValue } from "../macros/macros.js";
import type { Body, Content, DefinitionKind } from "../read/content.js";
import { definitionsOf, idOf } from "../read/content.js";
import type { Breach } from "./rule.js";

/** A body as Markdown, read once for all rules. */
export interface BodyText {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly file: string;
  /** With LF line ends. */
  readonly text: string;
  /** What the body shows as a page; a macro is a row of dots there, so that every offset is one of the text. */
  readonly nodes: readonly PlacedNode[];
  /** The texts of macros, read as Markdown: a prompt is shown to an agent. */
  readonly promptNodes: readonly PlacedNode[];
  readonly fences: readonly Fence[];
  readonly lineAt: (offset: number) => number;
}

const known = new WeakMap<Body, BodyText>();

/** Every body that says something. One that is empty has a rule of its own. */
export function bodyTexts(content: Content): readonly BodyText[] {
  return definitionsOf(content).flatMap((definition) => {
    const { body } = definition;
    if (body === undefined || body.text.trim() === "") return [];
    let view = known.get(body);
    if (view === undefined) {
      view = readBody(body, definition.kind, idOf(definition));
      known.set(body, view);
    }
    return [view];
  });
}

/** A breach at a place of a body. */
export function breachIn({ file, lineAt }: BodyText, offset: number, message: string, hint = ""): Breach {
  return { file, line: lineAt(offset), message, hint };
}

function readBody(body: Body, kind: DefinitionKind, id: string): BodyText {
  const text = withLf(body.text);
  const { macros } = text === body.text ? body.macros : parseMacros(text);
  const page = replaced(text, macros, "·");
  const fences = fencesOf(page);
  const positionOf = positionsIn(text);
  return {
    kind,
    id,
    file: body.file,
    text,
    nodes: markdownNodes(page),
    promptNodes: macros
      .flatMap(({ args }) => args.flatMap(({ value }) => textsOfMacroValue(value)))
      .flatMap((prompt) => markdownNodes(prompt.text).map((placed) => moved(placed, prompt.offset))),
    fences,
    lineAt: (at) => positionOf(at).line,
  };
}

function moved({ start, end, ...placed }: PlacedNode, by: number): PlacedNode {
  return { ...placed, start: start + by, end: end + by };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text with every character of these ranges replaced, line ends apart. */
function replaced(text: string, ranges: readonly Range[], character: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    parts.push(text.slice(at, from), text.slice(from, end).replace(/[^\n]/g, character));
    at = end;
  }
  return [...parts, text.slice(at)].join("");
}
