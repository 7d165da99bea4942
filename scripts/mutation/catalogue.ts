/** The catalogue of mutants: ways in which a reference could be wrong, as data. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compileSchemas, placeOf } from "../../src/base/json-schema.js";
import { type LocatedDocument, parseJson, parseYaml } from "../../src/base/located-document.js";
import { didYouMean } from "../../src/base/nearest.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { type Contract, loadContract } from "../../src/conformance/contract/contract.js";
import { referenceOf } from "./references.js";

/** One fault of the reference: code of a declaration, and what is there instead. */
export interface Mutant {
  readonly id: string;
  /** Requirements that no longer hold. */
  readonly breaks: readonly string[];
  readonly what: string;
  /** The name of the declaration, such as `taskClose.run`. */
  readonly at: string;
  /** Code that the declaration holds once, however it is formatted, and what is there instead. */
  readonly change: readonly [from: string, to: string];
  /** Where only a process of its own can show the fault. */
  readonly through?: "process";
  /** Why nobody could tell the mutant from the reference. */
  readonly equivalent?: string;
  /** Catalogue file and line. */
  readonly place: string;
}

export interface Catalogue {
  readonly contract: Contract;
  /** In the order of the files. */
  readonly mutants: readonly Mutant[];
}

/**
 * @param id of the contract
 * @throws Error where it has no catalogue, and with file and line for an entry that is malformed, is there twice, or
 *   breaks what there is not
 */
export function openCatalogue(id: string): Catalogue {
  const folder = `${referenceOf(id).folder}/mutants`;
  const contract = loadContract(id);
  return { contract, mutants: readCatalogue(folder, new Set(contract.requirements.keys())) };
}

function readCatalogue(folder: string, requirements: ReadonlySet<string>): readonly Mutant[] {
  const files = readdirSync(join(packageRoot, folder)).filter((name) => name.endsWith(".yml"));
  const mutants = files.sort().flatMap((name) => readMutants(`${folder}/${name}`));
  const known = new Map<string, Mutant>();
  for (const mutant of mutants) {
    const other = known.get(mutant.id);
    if (other !== undefined) throw new Error(`${mutant.place}: ${mutant.id} is at ${other.place} already`);
    known.set(mutant.id, mutant);
    const unknown = mutant.breaks.find((id) => !requirements.has(id));
    if (unknown === undefined) continue;
    throw new Error(`${mutant.place}: there is no requirement ${unknown}. ${didYouMean(unknown, [...requirements])}`);
  }
  return mutants;
}

/** @param file from the root of the repository */
function readMutants(file: string): readonly Mutant[] {
  return parseMutants(parseYaml(readText(join(packageRoot, file), "catalogue", file), file));
}

/** @throws Error with file and line for an entry that is malformed */
export function parseMutants(document: LocatedDocument): readonly Mutant[] {
  const [issue] = check()(document.value);
  if (issue !== undefined) {
    const pointer = placeOf(issue);
    throw new Error(`${document.file}:${document.at(pointer).line}#${pointer}: ${issue.message}`);
  }
  return (document.value as Omit<Mutant, "place">[]).map((mutant, index) => ({
    ...mutant,
    place: `${document.file}:${document.at(`/${index}`).line}`,
  }));
}

function check() {
  const path = join(packageRoot, "scripts/mutation/mutants.schema.json");
  return compileSchemas([parseJson(readText(path, "schema"), path).value as object])("mutants.schema.json");
}
