/** A decision table of a contract. Each combination of one value per axis is a cell. */

import { NexusError } from "../../base/errors.js";
import { lookup, type Path, parsePath } from "../../base/json-path.js";
import { escapePointer } from "../../base/json-pointer.js";
import type { Place } from "../../base/place.js";
import type { Table as TableData } from "../../generated/contract.js";
import { compileMatch, type Match } from "../matchers/match.js";
import type { PlaceOf } from "../notation/bindings.js";

/** The values of an axis. Several can hold for one call. */
interface Axis {
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly holds: (params: unknown) => boolean }[];
}

export interface DecisionTable {
  /** The operation that decides: a tool, or `event` and the name of an event. */
  readonly of: string;
  readonly axes: readonly Axis[];
}

/**
 * @param place turns a JSON pointer into the table into the place that an error names
 * @throws NexusError NXC_FIXTURE_BAD_PATH, NXC_FIXTURE_BAD_PATTERN or NXC_CONTRACT_INVALID
 */
export function readTable({ of, axes }: TableData, place: PlaceOf): DecisionTable {
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

function readConditions(conditions: object, pointer: string, place: PlaceOf) {
  const tests = Object.entries(conditions).map(([path, expected]: [string, unknown]): readonly [Path, Match] => {
    const where = place(`${pointer}/${escapePointer(path)}`);
    return [parsePath(path, where), compileMatch(expected, where, nothingToName(where))];
  });
  return (params: unknown) => tests.every(([path, match]) => match(lookup(path, params)) === undefined);
}

function nothingToName(where: Place) {
  const refuse = (): never => {
    throw NexusError.of(
      "NXC_CONTRACT_INVALID",
      { reason: "a table cannot refer to captured values or schemas" },
      where,
    );
  };
  return { captured: refuse, schema: refuse };
}

/** The names of all cells, such as `tier persistent, policy none`. */
export function cellsOf({ axes }: DecisionTable): readonly string[] {
  return combined(axes);
}

/** The names of the cells that a call with these parameters belongs to. */
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
