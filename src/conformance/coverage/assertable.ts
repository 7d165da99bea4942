/** Lists everything that cases could assert about a contract, derived from its data. */

import type { CoverageKind } from "../../generated/coverage.js";
import type { Contract, Level, Operation } from "../contract/contract.js";
import { LEVELS } from "../contract/level.js";
import { type ProfileScope, profileScope } from "../contract/profile-scope.js";
import { nodesOf, type SchemaNode, schemaTree } from "../contract/schema-tree.js";
import { cellsOf } from "../contract/table.js";
import { stateFiles } from "./state-files.js";

export type Value = string | number | boolean | null;

/** One thing that a case can assert. */
export interface Unit {
  readonly kind: CoverageKind;
  readonly of: string;
  readonly path?: string;
  readonly value?: Value;
  /** The surfaces on which it can be asserted; one of them is enough. Absent if it does not depend on surfaces. */
  readonly surfaces?: readonly string[];
}

export interface StateTree {
  /** File name of its schema. */
  readonly of: string;
  readonly matches: (file: string) => boolean;
  readonly tree: SchemaNode;
}

/** The units to cover, and the trees to look up fields in. Maps are by operation, named as in messages. */
export interface Assertables {
  readonly units: readonly Unit[];
  readonly answers: ReadonlyMap<string, SchemaNode>;
  readonly parameters: ReadonlyMap<string, SchemaNode>;
  readonly state: readonly StateTree[];
}

/** Identifies a unit. */
export function unitKey({ kind, of, path = "", value }: Unit): string {
  return `${kind} ${of} ${path} ${value === undefined ? "" : JSON.stringify(value)}`;
}

/** The name of a unit for people. Unique within its kind. */
export function unitName({ of, path, value }: Unit): string {
  const field = path === undefined ? "" : ` ${path}`;
  return `${of}${field}${value === undefined ? "" : ` = ${JSON.stringify(value)}`}`;
}

/** Everything that can be asserted in a profile and the smaller ones. */
export function assertablesOf(contract: Contract, profile: string, level: Level = "INFO"): Assertables {
  const scope = profileScope(contract, profile);
  const isIn = (name: string) => scope?.includes(name) === true;
  const operations = [
    ...[...contract.tools].map(([name, operation]) => [name, operation] as const),
    ...[...contract.events].map(([name, operation]) => [`event ${name}`, operation] as const),
  ];
  const chosen = operations.filter(
    ([name, each]) => scope?.holdsOperation(name.replace(/^event /u, ""), each) === true,
  );
  const trees = (side: "input" | "output") =>
    new Map(
      chosen.flatMap(([name, operation]) => {
        const path = operation[side];
        return path === undefined ? [] : [[name, schemaTree(path, contract)] as const];
      }),
    );
  const [answers, parameters] = [trees("output"), trees("input")];
  const state = stateTrees(contract, operations, isIn);
  const surfacesOf = (name: string) => chosen.filter(([each]) => each === name).map(([, { surface }]) => surface);
  const units = [
    ...requirementUnits(contract, scope, level),
    ...[...answers].flatMap(([of, tree]) => fieldUnits(["answers", "values"], of, tree, surfacesOf(of))),
    ...state.flatMap(({ of, tree, surfaces }) => fieldUnits(["state", "values"], of, tree, surfaces)),
    ...[...parameters].flatMap(([of, tree]) => fieldUnits(["parameters", "choices"], of, tree, surfacesOf(of))),
    ...[...contract.tables].flatMap(([of, table]) =>
      surfacesOf(table.of).length === 0
        ? []
        : cellsOf(table).map((path): Unit => ({ kind: "tables", of, path, surfaces: surfacesOf(table.of) })),
    ),
  ];
  return { units: [...new Map(units.map((unit) => [unitKey(unit), unit])).values()], answers, parameters, state };
}

function requirementUnits(contract: Contract, scope: ProfileScope | undefined, weakest: Level): readonly Unit[] {
  return [...contract.requirements.values()]
    .filter((each) => each.withdrawn_in === undefined && scope?.holdsRequirement(each) === true)
    .filter(({ level }) => LEVELS.indexOf(level) <= LEVELS.indexOf(weakest))
    .flatMap(({ id, refusal }): readonly Unit[] => [
      { kind: "requirements", of: id },
      ...(refusal === undefined ? [] : [{ kind: "refusals", of: id } as const]),
    ]);
}

function fieldUnits(
  [fields, values]: readonly [CoverageKind, CoverageKind],
  of: string,
  tree: SchemaNode,
  surfaces: readonly string[],
): readonly Unit[] {
  return nodesOf(tree).flatMap((node): readonly Unit[] => [
    ...(node.leaf === undefined ? [] : [{ kind: fields, of, path: shownPath(node), surfaces }]),
    ...node.values.map((value) => ({ kind: values, of, path: shownPath(node), value: value as Value, surfaces })),
  ]);
}

export function shownPath({ path }: SchemaNode): string {
  return path === "" ? "$" : path;
}

/**
 * A file belongs to the first profile with an operation that may write it. A file that no operation may write belongs to the
 * last profile, so that it is not ignored silently.
 */
function stateTrees(
  contract: Contract,
  operations: readonly (readonly [string, Operation])[],
  isIn: (profile: string) => boolean,
): readonly (StateTree & { readonly surfaces: readonly string[] })[] {
  return stateFiles(contract).flatMap(({ of, matches, mayBeWrittenBy, schema, format }) => {
    const writers = operations.map(([, operation]) => operation).filter(mayBeWrittenBy);
    const isReached =
      writers.length === 0 ? isIn(contract.profiles.at(-1) ?? "") : writers.some((each) => isIn(each.profile));
    if (!isReached) return [];
    const tree = schemaTree(schema, contract, format === "jsonl");
    return [{ of, matches, tree, surfaces: writers.map(({ surface }) => surface) }];
  });
}
