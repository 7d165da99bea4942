/** What an adapter has to connect: the tools and events of a profile, with their fields. */

import type { Contract, Operation } from "../../conformance/contract/contract.js";

export interface Needed {
  readonly name: string;
  /** Names of its parameters; those that it may lack end in a question mark. */
  readonly params: readonly string[];
  /** Names of the fields of its answer. */
  readonly answer: readonly string[];
}

/** The surface that an adapter has where it names none. */
const TOOLS = "tools";

/** @param profile one of the chain of the contract */
export function toolsNeeded(contract: Contract, profile: string): readonly Needed[] {
  const last = contract.profiles.indexOf(profile);
  return [...contract.tools]
    .filter(([, { surface, profile: own }]) => surface === TOOLS && contract.profiles.indexOf(own) <= last)
    .map(([name, tool]) => ({ name, params: fieldsIn(contract, tool.input), answer: fieldsIn(contract, tool.output) }));
}

function fieldsIn(contract: Contract, path: Operation["output"]): readonly string[] {
  if (path === undefined) return [];
  const { properties, required } = contract.schemas.read(path) as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return Object.keys(properties ?? {}).map((name) => (required?.includes(name) === true ? name : `${name}?`));
}
