/**
 * The reference implementation of each contract. A package with a reference.yml is one; the file names the contract. It
 * is not the other way round, because a contract ships to users and the packages of this repository do not concern them.
 */

import { posix } from "node:path";
import fg from "fast-glob";
import { compileSchemas, placeOf } from "../../src/base/json-schema.js";
import { type LocatedDocument, parseJson, parseYaml } from "../../src/base/located-document.js";
import { didYouMean } from "../../src/base/nearest.js";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";

/** Paths are taken from the root of the repository. */
export interface Reference {
  /** The folder of its package. */
  readonly folder: string;
  /** The source of its adapter. */
  readonly adapter: string;
  /** The program to start for faults that show only in a separate process. */
  readonly program: string;
  /** The adapter that starts such a program. */
  readonly started: (script: string) => string;
  /** What Stryker changes. */
  readonly stryker: readonly StrykerSources[];
  /** A source in which Stryker makes few changes, and a glob of the fixture files that find them. */
  readonly sample?: { readonly source: string; readonly cases: string };
}

/** Sources that Stryker changes, and through which adapter the kit reaches them. */
export interface StrykerSources {
  /** Globs. */
  readonly sources: readonly string[];
  /** The source of the adapter. */
  readonly adapter: string;
  /** A module that sets up another environment, such as another database, in which survivors are judged again. */
  readonly again?: string;
}

interface ReferenceFile {
  readonly contract: string;
  readonly adapter: string;
  readonly program: string;
  readonly started: string;
  readonly stryker: readonly {
    readonly sources: readonly string[];
    readonly adapter?: string;
    readonly again?: string;
  }[];
  readonly sample?: { readonly source: string; readonly cases: string };
}

const known = new Map<string, ReadonlyMap<string, Reference>>();

/**
 * The references of a repository by the ids of their contracts.
 * @throws Error with file and line for a reference.yml that is malformed or names the contract of another package
 */
export function findReferences(root = packageRoot): ReadonlyMap<string, Reference> {
  const found = known.get(root) ?? readReferences(root);
  known.set(root, found);
  return found;
}

/** The sources that Stryker changes, from the root of the repository. */
export function sourcesOf({ stryker }: Pick<Reference, "stryker">): readonly string[] {
  return stryker.flatMap(sourcesIn).sort();
}

/** The sources of one entry, from the root of the repository. */
export function sourcesIn({ sources }: StrykerSources): readonly string[] {
  return fg.sync([...sources], { cwd: packageRoot, ignore: ["**/*.test.ts", "**/index.ts"] });
}

/** @throws Error for a contract without a reference */
export function referenceOf(contract: string, root = packageRoot): Reference {
  const references = findReferences(root);
  const reference = references.get(contract);
  if (reference !== undefined) return reference;
  const hint = didYouMean(contract, [...references.keys()]);
  throw new Error(`the contract ${contract} has no reference implementation here. ${hint}`.trim());
}

function readReferences(root: string): ReadonlyMap<string, Reference> {
  const references = new Map<string, Reference>();
  for (const file of fg.sync("packages/*/reference.yml", { cwd: root }).sort()) {
    const document = parseYaml(readText(posix.join(root, file), "reference", file), file);
    const [issue] = check()(document.value);
    if (issue !== undefined) throw problem(document, placeOf(issue), issue.message);
    const { contract, ...rest } = document.value as ReferenceFile;
    const other = references.get(contract);
    if (other !== undefined) throw problem(document, "/contract", `${other.folder} is the reference of ${contract}`);
    references.set(contract, readReference(posix.dirname(file), rest));
  }
  return references;
}

function readReference(folder: string, file: Omit<ReferenceFile, "contract">): Reference {
  const fromRoot = (path: string) => posix.join(folder, path);
  return {
    folder,
    adapter: fromRoot(file.adapter),
    program: fromRoot(file.program),
    started: (script) => file.started.replace("{program}", () => script),
    stryker: file.stryker.map(({ sources, adapter = file.adapter, again }) => ({
      sources: sources.map(fromRoot),
      adapter: fromRoot(adapter),
      ...(again === undefined ? {} : { again: fromRoot(again) }),
    })),
    ...(file.sample && { sample: { ...file.sample, source: fromRoot(file.sample.source) } }),
  };
}

function problem(document: LocatedDocument, pointer: string, message: string): Error {
  return new Error(`${document.file}:${document.at(pointer).line}#${pointer}: ${message}`);
}

function check() {
  const path = posix.join(packageRoot, "scripts/mutation/reference.schema.json");
  return compileSchemas([parseJson(readText(path, "schema"), path).value as object])("reference.schema.json");
}
