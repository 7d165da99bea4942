/** Renames the members of an object, and moves values within it. */

import { lookup, type Path, parsePath, withValueAt } from "../../base/json-path.js";

/** A name or a path for each name or path. A text that begins with `$` is a path. */
export type Names = Readonly<Record<string, string>>;

interface Move {
  readonly from: Path;
  readonly to: Path;
}

export type Rename = <T>(value: T) => T;

/**
 * Translates parameters for the implementation.
 * @param names the implementation's names, by name in the contract
 * @throws NexusError NXC_FIXTURE_BAD_PATH
 */
export function renameParams(names: Names, where: string): Rename {
  return renaming(Object.entries(names).map(([contract, own]) => moveOf(contract, own, where)));
}

/** Translates an answer for the contract. Members without a new name keep theirs. */
export function renameAnswer(names: Names, where: string): Rename {
  return renaming(Object.entries(names).map(([contract, own]) => moveOf(own, contract, where)));
}

function moveOf(from: string, to: string, where: string): Move {
  return { from: pathTo(from, where), to: pathTo(to, where) };
}

function pathTo(name: string, where: string): Path {
  return name.startsWith("$") ? parsePath(name, where) : { text: name, segments: [name] };
}

/** Reads all values before moving any, so that two names can be swapped. */
function renaming(moves: readonly Move[]): Rename {
  return (value) => {
    if (moves.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const found = moves.flatMap(({ from, to }) => {
      const at = lookup(from, value);
      return at.found ? [{ from, to, value: at.value }] : [];
    });
    const moved = new Set(found.flatMap(({ from }) => (from.segments.length === 1 ? from.segments : [])));
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !moved.has(name)));
    return found.reduce((whole, { to, value: each }) => withValueAt(whole, to, each), rest) as typeof value;
  };
}
