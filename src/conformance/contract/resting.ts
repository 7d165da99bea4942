/** What a requirement rests on: the requirements without which it cannot be judged. */

import type { Contract as ContractData } from "../../generated/contract.js";

export type Resting = Pick<ContractData, "requirements" | "rests_on">;

type Foundations = ReadonlyMap<string, readonly string[]>;

/**
 * Every requirement that each one rests on: those that it names itself, then those that these rest on, and so on. The name
 * of a group, such as `counter.add`, stands for its requirements. On the left, it leaves out those on which the right
 * itself rests.
 * @param level "any" for all of them; "same" leaves out what a MUST rests on and is no MUST, since otherwise an
 *   implementation that breaks a SHOULD would not hear of the harm
 */
export function foundationsOf({ requirements, rests_on: named = {} }: Resting, level: "any" | "same"): Foundations {
  const ids = requirements.map(({ id }) => id);
  const musts = new Set(requirements.flatMap((each) => (each.level === "MUST" ? [each.id] : [])));
  const isAllowed = (id: string, foundation: string) => level === "any" || !musts.has(id) || musts.has(foundation);
  const members = (name: string) => ids.filter((id) => isWithin(id, name));
  const own = new Map(ids.map((id) => [id, (named[id] ?? []).flatMap(members).filter((each) => isAllowed(id, each))]));
  const ofOwn = completed(own);
  const groups = Object.entries(named).filter(([name]) => !own.has(name));
  return completed(
    new Map(
      [...own].map(([id, first]) => {
        const ofGroups = groups.flatMap(([name, foundations]) =>
          isWithin(id, name) ? foundations.flatMap(members) : [],
        );
        const isFoundation = (each: string) =>
          each !== id && isAllowed(id, each) && ofOwn.get(each)?.includes(id) !== true;
        return [id, [...first, ...ofGroups.filter(isFoundation)]];
      }),
    ),
  );
}

function completed(direct: Foundations): Foundations {
  return new Map(
    [...direct].map(([id, first]) => {
      const found = new Set(first);
      // The set grows while it is read.
      for (const each of found) for (const next of direct.get(each) ?? []) found.add(next);
      return [id, [...found]] as const;
    }),
  );
}

function isWithin(id: string, name: string): boolean {
  return `${id}.`.startsWith(`${name}.`);
}

/** Names that are unknown, requirements that name what may be left out, and those that rest on themselves. */
export function restingIssues(contract: Resting) {
  const { requirements, rests_on: named = {} } = contract;
  const isKnown = (name: string) => requirements.some(({ id }) => isWithin(id, name));
  const unknown = Object.entries(named).flatMap(([name, foundations]) =>
    [name, ...foundations].flatMap((each) => (isKnown(each) ? [] : [{ name, each }])),
  );
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const optional = Object.entries(named).flatMap(([name, foundations]) =>
    foundations.flatMap((each) => (["MAY", "INFO"].includes(levels.get(each) ?? "") ? [{ name, each }] : [])),
  );
  const circles = [...foundationsOf(contract, "any")].filter(([id, foundations]) => foundations.includes(id));
  return [
    ...unknown.map(({ name, each }) => ({
      pointer: `/rests_on/${name}`,
      message: `"${each}" is neither a requirement of this contract nor a group of them`,
    })),
    ...optional.map(({ name, each }) => ({
      pointer: `/rests_on/${name}`,
      message: `nothing can rest on "${each}", because a ${levels.get(each)} is never violated`,
    })),
    ...circles.map(([id]) => ({ pointer: "/rests_on", message: `"${id}" would rest on itself` })),
  ];
}
