import { withLf } from "../../base/hash-text.js";
import { positionsIn } from "../../base/markdown/text-position.js";
import {
  type MacroArgument,
  type MacroProblemKind,
  MacroSyntaxError,
  type MacroToken,
  type MacroValue,
  readMacroToken,
} from "./macro-token.js";

export type { MacroArgument, MacroProblemKind, MacroValue } from "./macro-token.js";

/** A macro in a body: what each harness says or does by its own means. */
export interface Macro {
  readonly primitive: string;
  readonly args: readonly MacroArgument[];
  /** Offsets of the whole macro, a heredoc with its closing line included: what a renderer replaces. */
  readonly start: number;
  readonly end: number;
}

export interface MacroProblem {
  readonly kind: MacroProblemKind;
  readonly message: string;
  readonly offset: number;
}

export interface ParsedMacros {
  readonly macros: readonly Macro[];
  readonly problems: readonly MacroProblem[];
  /** Line and column of an offset. */
  readonly positionOf: ReturnType<typeof positionsIn>;
}

/**
 * Finds every macro of a body, and every place that only looks like one.
 *
 *     {{primitive key=word key="text" key=[a, "b c"] key=[{k: v}]}}
 *     {{primitive word}}
 *     {{primitive key=>>LABEL}}
 *     text of any kind
 *     <<LABEL
 *
 * What the grammar leaves open is settled so:
 * - A macro counts everywhere, also inside code fences and inline code. Two opening braces always begin one.
 * - The primitive follows the braces at once. White space, line breaks included, separates the arguments; there is
 *   none around `=`.
 * - A name that stands alone, in lower case, is the value of `name`.
 * - A bare word holds no white space and none of `"{}[],=<>`; everything else is quoted. A quoted text stays on its
 *   line; `\"` and `\\` are its only escapes; braces, `}}` too, are plain characters in it.
 * - Arrays and inline objects nest; their elements are words, quoted texts, arrays or objects, without a comma at the
 *   end. Keys of objects are unquoted and differ from each other.
 * - A heredoc is the last argument, and nothing follows its braces on the line. Its text is literal: macros in it are
 *   not read, and opening a second heredoc in it is an error. Its closing line holds `<<LABEL` and nothing else; the
 *   line end before that line is no part of the text. Labels are upper case and unique in a file.
 * - After an error reading goes on behind the opening braces, so that one slip does not hide the next.
 */
export function parseMacros(text: string): ParsedMacros {
  const macros: Macro[] = [];
  const problems: MacroProblem[] = [];
  const labels = new Set<string>();
  for (let start = text.indexOf("{{"); start !== -1; ) {
    let next = start + 2;
    try {
      const token = readMacroToken(text, start);
      const { value, end } = heredocOf(text, token, labels, problems);
      macros.push({ primitive: token.primitive, args: [...token.args, ...value], start, end });
      next = end;
    } catch (thrown) {
      if (!(thrown instanceof MacroSyntaxError)) throw thrown;
      problems.push({ kind: thrown.kind, message: thrown.message, offset: thrown.offset });
    }
    start = text.indexOf("{{", next);
  }
  problems.push(...strayClosings(text, macros));
  return { macros, problems, positionOf: positionsIn(text) };
}

/** The heredoc that a token announces, as an argument, and where the macro ends with it. */
function heredocOf(
  text: string,
  { heredoc, end }: MacroToken,
  labels: Set<string>,
  problems: MacroProblem[],
): { readonly value: readonly MacroArgument[]; readonly end: number } {
  if (heredoc === undefined) return { value: [], end };
  const { key, label, offset } = heredoc;
  if (!/^[A-Z][A-Z0-9_]*$/.test(label)) {
    problems.push({ kind: "heredoc-label", message: `the heredoc label "${label}" is not in upper case`, offset });
  }
  if (labels.has(label))
    problems.push({ kind: "heredoc-duplicate", message: `the heredoc label "${label}" is used a second time`, offset });
  labels.add(label);
  const lineEnd = text.indexOf("\n", end);
  const from = lineEnd === -1 ? text.length : lineEnd + 1;
  const closing = new RegExp(`^<<${label}(?=\\r?$)`, "gm");
  closing.lastIndex = from;
  const match = closing.exec(text);
  if (match === null) {
    const indented = new RegExp(`^[ \\t]*<<${label}[ \\t]*\\r?$`, "m").test(text.slice(from));
    const message = indented
      ? `blanks surround <<${label} on its line, so the heredoc has no end; a Markdown formatter may have added them`
      : `no line holds <<${label}, so the heredoc has no end`;
    problems.push({ kind: "heredoc-unclosed", message, offset });
    return { value: [{ key, offset, value: { kind: "heredoc", text: "", offset: from } }], end };
  }
  const raw = text.slice(from, match.index);
  const nested = /\{\{[^\n]*=>>/.exec(raw);
  if (nested !== null) {
    problems.push({
      kind: "heredoc-nested",
      message: `a heredoc is opened inside ">>${label}"`,
      offset: from + nested.index,
    });
  }
  const value: MacroValue = { kind: "heredoc", text: withLf(raw).replace(/\n$/, ""), offset: from };
  return { value: [{ key, offset, value }], end: match.index + match[0].length };
}

/** Closing lines that belong to no heredoc: mostly the trace of a label that was mistyped. */
function strayClosings(text: string, macros: readonly Macro[]): readonly MacroProblem[] {
  if (!text.includes("<<")) return [];
  return [...text.matchAll(/^<<(\w+)(?=\r?$)/gm)]
    .filter(({ index }) => !macros.some(({ start, end }) => index > start && index < end))
    .map(({ index, 1: label = "" }) => ({
      kind: "heredoc-unclosed",
      message: `<<${label} closes no heredoc`,
      offset: index,
    }));
}

/** A value as plain JSON, as a harness hands it to its own means. */
export function plainMacroValue(value: MacroValue): unknown {
  switch (value.kind) {
    case "array":
      return value.items.map(plainMacroValue);
    case "object":
      return Object.fromEntries(value.members.map((member) => [member.key, plainMacroValue(member.value)]));
    default:
      return value.text;
  }
}

/** Every text in a value, at any depth. */
export function textsOfMacroValue(value: MacroValue): readonly Extract<MacroValue, { readonly text: string }>[] {
  if (value.kind === "array") return value.items.flatMap(textsOfMacroValue);
  if (value.kind === "object") return value.members.flatMap((member) => textsOfMacroValue(member.value));
  return [value];
}
