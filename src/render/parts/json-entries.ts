/** Entries of ours in a JSON file of the user's. Everything else stays as it was written, comments included. */

import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { NexusError } from "../../base/errors.js";
import type { Part } from "./part.js";

type Members = Readonly<Record<string, unknown>>;

/** One member of an object, such as `["mcpServers", "nexus"]`, that is ours as a whole. */
export function jsonMember(path: readonly [string, string]): Part {
  const [outer, inner] = path;
  const found = (text: string, file: string) => membersOf(documentIn(text, file)[outer], `"${outer}"`, file)[inner];
  return {
    in(text, file) {
      const value = found(text, file);
      return value === undefined ? undefined : shown({ [outer]: { [inner]: value } });
    },
    with(text, part, file) {
      found(text, file);
      const value = ((JSON.parse(part) as Members)[outer] as Members)[inner];
      return changed(text, [[[...path], value]]);
    },
    without(text, file) {
      if (found(text, file) === undefined) return text;
      return withoutEmpty(changed(text, [[[...path], undefined]]), [outer]);
    },
  };
}

/** What is ours in one element of a list. */
export interface Share {
  readonly part: unknown;
  /** Where only some entries of a list in the element are ours: the name of that list, and their places in it. */
  readonly within?: { readonly list: string; readonly places: readonly number[] };
}

/**
 * Elements of the lists below one member, such as the hooks of each event.
 * @param shareOf undefined for an element of the user's, who may also have put something of his own into one of ours
 * @param place where ours go: first keeps a comment after the last element in place, last keeps the positions of the others
 */
export function jsonElements(
  outer: string,
  shareOf: (element: unknown) => Share | undefined,
  place: "first" | "last",
): Part {
  const lists = (text: string, file: string): readonly (readonly [string, readonly unknown[]])[] =>
    Object.entries(membersOf(documentIn(text, file)[outer], `"${outer}"`, file)).map(([name, list]) => {
      if (Array.isArray(list)) return [name, list];
      throw NexusError.of("NXC_RENDER_SETTINGS", { reason: `"${outer}.${name}" is not a list` }, file);
    });
  const removed = (text: string, file: string) =>
    lists(text, file).reduce((all, [name, list]) => {
      // From the last one on, so that the others keep their places.
      const places = list
        .flatMap((element, index): readonly JSONPath[] => {
          const share = shareOf(element);
          if (share === undefined) return [];
          const { within } = share;
          return within?.places.map((place) => [outer, name, index, within.list, place]) ?? [[outer, name, index]];
        })
        .reverse();
      const rest = changed(
        all,
        places.map((place) => [place, undefined]),
      );
      const isEmptied = places.length === list.length && places.every((place) => place.length === 3);
      return isEmptied && list.length > 0 ? changed(rest, [[[outer, name], undefined]]) : rest;
    }, text);
  return {
    in(text, file) {
      const ours = lists(text, file).flatMap(([name, list]) => {
        const elements = list.flatMap((element) => shareOf(element)?.part ?? []);
        return elements.length === 0 ? [] : [[name, elements] as const];
      });
      return ours.length === 0 ? undefined : elementsPart(outer, Object.fromEntries(ours));
    },
    with(text, part, file) {
      const wanted = (JSON.parse(part) as Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>)[
        outer
      ];
      const additions = Object.entries(wanted ?? {}).flatMap(([name, elements]) =>
        elements.map((element): Change => [[outer, name, place === "last" ? -1 : 0], element]),
      );
      return changed(removed(text, file), place === "last" ? additions : additions.reverse());
    },
    without: (text, file) => withoutEmpty(removed(text, file), [outer]),
  };
}

/** The part of {@link jsonElements}, which is the same whatever the order of the lists in a file. */
export function elementsPart(outer: string, lists: Readonly<Record<string, readonly unknown[]>>): string {
  const sorted = Object.entries(lists).sort(([a], [b]) => (a < b ? -1 : 1));
  return shown({ [outer]: Object.fromEntries(sorted) });
}

/** A path with the value that it gets, which undefined removes. A value for an index is inserted there. */
type Change = readonly [JSONPath, unknown];

function changed(text: string, changes: readonly Change[]): string {
  const whole = text.trim() === "" ? "{}\n" : text;
  return changes.reduce((all, [path, value]) => {
    // A member comes before all others, so that a comment behind the last one stays there.
    const edits = modify(all, path, value, {
      isArrayInsertion: value !== undefined && typeof path.at(-1) === "number",
      getInsertionIndex: () => 0,
      formattingOptions: {
        insertSpaces: !/^\t/mu.test(all),
        tabSize: indentOf(all),
        eol: all.includes("\r\n") ? "\r\n" : "\n",
      },
    });
    return applyEdits(all, edits);
  }, whole);
}

function indentOf(text: string): number {
  return /^( +)\S/mu.exec(text)?.[1]?.length ?? 2;
}

/** Without the members that hold nothing more, and without the file if that was all. */
function withoutEmpty(text: string, [outer]: readonly [string]): string {
  const document = parse(text) as Members;
  const rest = isEmpty(document[outer]) ? changed(text, [[[outer], undefined]]) : text;
  return /^\s*\{\s*\}\s*$/u.test(rest) ? "" : rest;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function documentIn(text: string, file: string): Members {
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const document = parsed(text, errors, file);
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    const reason = `line ${line} is not valid JSON (${printParseErrorCode(error.error)})`;
    throw NexusError.of("NXC_RENDER_SETTINGS", { reason }, file);
  }
  return membersOf(document, "the file", file);
}

function parsed(text: string, errors: ParseError[], file: string): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch {
    // The parser calls itself for each level.
    throw NexusError.of("NXC_RENDER_SETTINGS", { reason: "it is nested too deeply" }, file);
  }
}

function membersOf(value: unknown, name: string, file: string): Members {
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw NexusError.of("NXC_RENDER_SETTINGS", { reason: `${name} is not an object` }, file);
}

function shown(value: object): string {
  return JSON.stringify(value, null, 2);
}
