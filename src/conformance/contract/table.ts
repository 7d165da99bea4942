/** A decision table of a contract: every combination of a value of each axis is one cell. */

import { NexusError } from "../../base/errors.js";
import { lookup, type Path, parsePath } from "../../base/json-path.js";
import { escapePointer } from "../../base/json-pointer.js";
import type { Table as TableData } from "../../generated/contract.js";
import { compileMatch, type Match } from "../matchers/match.js";

/** The values of an axis; a call may be at several of them. */
interface Axis {
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly holds: (params: unknown) => boolean }[];
}

export interface DecisionTable {
  /** What decides, as messages name it: a tool, or an event after the word event. */
  readonly of: string;
  readonly axes: readonly Axis[];
}

/**
 * @param place of a JSON pointer into the table, for the error
 * @throws NexusError NXC_FIXTURE_BAD_PATH, NXC_FIXTURE_BAD_PATTERN or NXC_CONTRACT_INVALID
 */
export function readTable({ of, axes }: TableData, place: (pointer: string) => string): DecisionTable {
  return {
    of,
    axes: Object.entries(axes).map(([name, values]) => ({
      name,
      values: Object.entries(values).map(([value, conditions]) => {
        const pointer = ["", "axes", name, value].map(escapePointer).join("/");
        return { name: value, holds: readConditions(conditions, pointer, place) };
      }),
    })),
  };
}

function readConditions(conditions: object, pointer: string, place: (pointer: string) => string) {
  const tests = Object.entries(conditions).map(([path, expected]: [string, unknown]): readonly [Path, Match] => {
    const where = place(`${pointer}/${escapePointer(path)}`);
    return [parsePath(path, where), compileMatch(expected, where, nothingToName(where))];
  });
  return (params: unknown) => tests.every(([path, match]) => match(lookup(path, params)) === undefined);
}

function nothingToName(where: string) {
  const refuse = (): never => {
    throw NexusError.of("NXC_CONTRACT_INVALID", { reason: "a table can name no kept value and no schema" }, where);
  };
  return { captured: refuse, schema: refuse };
}

/** Every cell, as people read it: `tier persistent, policy none`. */
export function cellsOf({ axes }: DecisionTable): readonly string[] {
  return combined(axes);
}

/** The cells that a call with these parameters asks for. */
export function cellsAt({ axes }: DecisionTable, params: unknown): readonly string[] {
  return combined(axes.map(({ name, values }) => ({ name, values: values.filter(({ holds }) => holds(params)) })));
}

function combined(axes: readonly Axis[]): readonly string[] {
  return axes.reduce<readonly string[]>(
    (sofar, { name, values }) =>
      sofar.flatMap((cell) => values.map((value) => `${cell}${cell === "" ? "" : ", "}${name} ${value.name}`)),
    [""],
  );
}
