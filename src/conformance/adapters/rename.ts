/** Members of an object under other names, and values that stand elsewhere in it. */

import { lookup, type Path, parsePath, withValueAt } from "../../base/json-path.js";

/** Name or path by name or path; what begins with `$` is a path. */
export type Names = Readonly<Record<string, string>>;

interface Move {
  readonly from: Path;
  readonly to: Path;
}

export type Rename = <T>(value: T) => T;

/**
 * Parameters as the implementation takes them.
 * @param names the implementation's names by the contract's
 * @throws NexusError NXC_FIXTURE_BAD_PATH
 */
export function renameParams(names: Names, where: string): Rename {
  return renaming(Object.entries(names).map(([contract, own]) => moveOf(contract, own, where)));
}

/** An answer as the contract speaks of it. What has no other name keeps its own. */
export function renameAnswer(names: Names, where: string): Rename {
  return renaming(Object.entries(names).map(([contract, own]) => moveOf(own, contract, where)));
}

function moveOf(from: string, to: string, where: string): Move {
  return { from: pathTo(from, where), to: pathTo(to, where) };
}

function pathTo(name: string, where: string): Path {
  return name.startsWith("$") ? parsePath(name, where) : { text: name, segments: [name] };
}

/** All values are read before the first is moved, so that two names can change places. */
function renaming(moves: readonly Move[]): Rename {
  return (value) => {
    if (moves.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const found = moves.flatMap(({ from, to }) => {
      const at = lookup(from, value);
      return at.found ? [{ from, to, value: at.value }] : [];
    });
    const moved = new Set(found.flatMap(({ from }) => (from.segments.length === 1 ? from.segments : [])));
    const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !moved.has(name)));
    return found.reduce((whole, { to, value: each }) => withValueAt(whole, to, each), kept) as typeof value;
  };
}
