/** The catalogue of mutants: ways in which a reference could be wrong, as data. */

import { join } from "node:path";
import fg from "fast-glob";
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
  /** Set where only a process of its own can show the fault. */
  readonly through?: "process";
  /** Why the mutant behaves like the reference. */
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
 * @param root of the repository
 * @throws Error for a contract without a reference. Error with file and line for an entry that is malformed, has the id
 *   of another one, or breaks an unknown requirement
 */
export function openCatalogue(id: string, root = packageRoot): Catalogue {
  const { folder } = referenceOf(id, root);
  const contract = loadContract(id, root === packageRoot ? undefined : join(root, "conformance"));
  return { contract, mutants: readCatalogue(root, folder, new Set(contract.requirements.keys())) };
}

function readCatalogue(root: string, folder: string, requirements: ReadonlySet<string>): readonly Mutant[] {
  const files = fg.sync(`${folder}/mutants/*.yml`, { cwd: root }).sort();
  const mutants = files.flatMap((file) => readMutants(root, file));
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
function readMutants(root: string, file: string): readonly Mutant[] {
  return parseMutants(parseYaml(readText(join(root, file), "catalogue", file), file));
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
