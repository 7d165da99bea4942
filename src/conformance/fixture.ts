/** Reads fixture files and brings every case into the form that the engine runs. */

import { NexusError } from "../errors.js";
import type { FixtureCase } from "../generated/fixture.js";
import { placeOf } from "../json-schema.js";
import { parseJson } from "../located-document.js";
import { readText } from "../read-text.js";
import { shippedSchema } from "../shipped-schema.js";
import type { Case } from "./case.js";
import type { Contract } from "./contract.js";
import { checkOpenings, splicer } from "./openings.js";
import { readCase } from "./read-case.js";
import { Source } from "./source.js";

/** A fixture file: where it is, and how reports and selection call it. */
export interface FixtureFile {
  readonly path: string;
  /** As a reader finds it, from the current folder or from the contract. */
  readonly shown: string;
  /** The name before the case's id, such as `core/tools/plan-start`. */
  readonly name: string;
  /** It is no file of the contract. */
  readonly foreign?: boolean;
}

/**
 * Reads and checks one fixture file.
 * @param text of a file that is not there yet
 * @throws NexusError of the first thing that is wrong, with file, line and JSON pointer
 */
export function readFixture(file: FixtureFile, contract: Contract, text?: string): readonly Case[] {
  const { cases, problems } = inspectFixture(file, contract, text);
  const [first] = problems;
  if (first !== undefined) throw first;
  return cases;
}

/** Like {@link readFixture}, for a check of all files: returns every problem instead of throwing the first. */
export function inspectFixture(
  file: FixtureFile,
  contract: Contract,
  text?: string,
): { readonly cases: readonly Case[]; readonly problems: readonly NexusError[] } {
  const cases: Case[] = [];
  const problems: NexusError[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (thrown) {
      if (!(thrown instanceof NexusError)) throw thrown;
      problems.push(thrown);
    }
  };
  attempt(() => {
    const document = parseJson(text ?? readText(file.path, "fixture", file.shown), file.shown);
    const source = new Source(document, contract);
    const splice = splicer(contract, () => shippedSchema("fixture.schema.json", "openings"));
    const isList = Array.isArray(document.value);
    const isProved = contract.isShipped && file.foreign !== true;
    for (const [index, data] of [document.value].flat().entries()) {
      const pointer = isList ? `/${index}` : "";
      const issues = isProved ? [] : shippedSchema("fixture.schema.json", "case")(data);
      for (const issue of issues) {
        problems.push(source.problem(pointer + placeOf(issue), issue.message));
      }
      if (issues.length === 0) {
        attempt(() => cases.push(readCase(data as FixtureCase, pointer, source, file, splice)));
      }
    }
    if (isList && (document.value as unknown[]).length === 0)
      problems.push(source.problem("", "the file holds no case"));
  });
  return { cases, problems };
}

/** What is wrong with the openings of a contract, also with those that no case uses. */
export function inspectOpenings(contract: Contract): readonly NexusError[] {
  try {
    checkOpenings(contract, () => shippedSchema("fixture.schema.json", "openings"));
    return [];
  } catch (thrown) {
    if (thrown instanceof NexusError) return [thrown];
    throw thrown;
  }
}
