/** The catalogue of mutants, and the faults of outsiders: possible faults of a reference, as data. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { compileSchemas, placeOf } from "../../src/base/json-schema.js";
import { type LocatedDocument, parseJson, parseYaml } from "../../src/base/located-document.js";
import { didYouMean } from "../../src/base/nearest.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { type Contract, loadContract } from "../../src/conformance/contract/contract.js";
import { referenceOf } from "./references.js";

/** One fault of the reference: code in a declaration, and its replacement. */
export interface Mutant {
  readonly id: string;
  /** The requirement that the fault breaks. */
  readonly breaks: string;
  readonly what: string;
  /** The name of the declaration, such as `taskClose.run`. */
  readonly at: string;
  /** Code that occurs once in the declaration, in any formatting, and its replacement. */
  readonly change: readonly [from: string, to: string];
  /** Set when the fault shows only in a separate process. */
  readonly through?: "process";
  /** Why the mutant behaves like the reference. */
  readonly equivalent?: string;
  /** Of a fault of an outsider: why no requirement fixes what it changes. */
  readonly excluded?: string;
  /** Of a fault of an outsider: why no case finds it. */
  readonly survives?: string;
  /** Catalogue file and line. */
  readonly place: string;
}

export interface Catalogue {
  readonly contract: Contract;
  /** In the order of the files. */
  readonly mutants: readonly Mutant[];
}

/** The file in the package of a reference with the faults of outsiders. */
const OUTSIDE = "outside-faults.yml";

/**
 * @param id of the contract
 * @param root of the repository
 * @throws Error for a contract without a reference. Error with file and line for an entry that is malformed, repeats an
 *   id, or breaks an unknown requirement
 */
export function openCatalogue(id: string, root = packageRoot): Catalogue {
  const { folder } = referenceOf(id, root);
  return readCatalogue(id, root, fg.sync(`${folder}/mutants/*.yml`, { cwd: root }).sort(), "mutants.schema.json");
}

/** The faults of a reference whose authors have not seen the fixtures. None where the package has no such file. */
export function openOutsideFaults(id: string, root = packageRoot): Catalogue {
  const file = join(referenceOf(id, root).folder, OUTSIDE);
  return readCatalogue(id, root, existsSync(join(root, file)) ? [file] : [], "outside-faults.schema.json");
}

function readCatalogue(id: string, root: string, files: readonly string[], schema: SchemaName): Catalogue {
  const contract = loadContract(id, root === packageRoot ? undefined : join(root, "conformance"));
  const mutants = files.flatMap((file) => readMutants(root, file, schema));
  checkEntries(mutants, new Set(contract.requirements.keys()));
  return { contract, mutants };
}

function checkEntries(mutants: readonly Mutant[], requirements: ReadonlySet<string>): void {
  const known = new Map<string, Mutant>();
  for (const mutant of mutants) {
    const other = known.get(mutant.id);
    if (other !== undefined) throw new Error(`${mutant.place}: ${mutant.id} is already at ${other.place}`);
    known.set(mutant.id, mutant);
    const { breaks, place } = mutant;
    if (requirements.has(breaks)) continue;
    throw new Error(`${place}: there is no requirement ${breaks}. ${didYouMean(breaks, [...requirements])}`);
  }
}

/** @param file from the root of the repository */
function readMutants(root: string, file: string, schema: SchemaName): readonly Mutant[] {
  return parseMutants(parseYaml(readText(join(root, file), "catalogue", file), file), schema);
}

/** @throws Error with file and line for a malformed entry */
export function parseMutants(document: LocatedDocument, schema: SchemaName): readonly Mutant[] {
  const [issue] = check(schema)(document.value);
  if (issue !== undefined) {
    const pointer = placeOf(issue);
    throw new Error(`${document.file}:${document.at(pointer).line}#${pointer}: ${issue.message}`);
  }
  return (document.value as Omit<Mutant, "place">[]).map((mutant, index) => ({
    ...mutant,
    place: `${document.file}:${document.at(`/${index}`).line}`,
  }));
}

const SCHEMAS = ["mutants.schema.json", "outside-faults.schema.json"] as const;

type SchemaName = (typeof SCHEMAS)[number];

function check(schema: SchemaName) {
  const read = (name: SchemaName) => {
    const path = join(packageRoot, "scripts/mutation", name);
    return parseJson(readText(path, "schema"), path).value as object;
  };
  return compileSchemas(SCHEMAS.map(read))(schema);
}
