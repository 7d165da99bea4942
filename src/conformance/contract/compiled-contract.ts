/**
 * A contract in one file, which the build writes. Parsing and checking the files of a contract takes a second, and finding
 * a case in this one a few milliseconds. It is JSON in lines: an index, and each file of the contract.
 */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { compareText } from "../../base/finding.js";
import { packageRoot } from "../../base/package-root.js";

export interface CompiledContract {
  /** The folder of contract.yml, relative to the package. */
  readonly folder: string;
  /** The hash of the files, as {@link hashSources} gives it. */
  readonly hash: string;
  /** Parses a YAML or JSON file of the contract, by its path relative to contract.yml. */
  readonly documents: ReadonlyMap<string, () => unknown>;
  /** The files with cases, and what is known about each case without reading it. */
  readonly fixtures: readonly { readonly path: string; readonly cases: readonly IndexedCase[] }[];
}

/** The members of a case that lists and selection need. */
export interface IndexedCase {
  readonly id: string;
  readonly description: string;
  readonly line: number;
  /** The requirement that it is about. */
  readonly about?: string;
  readonly verifies: readonly string[];
  readonly surfaces: readonly string[];
  /** Without the empty lists. */
  readonly calls: Partial<CalledOperations>;
}

/** The operations that a case calls, and how it expects them to end. */
export interface CalledOperations {
  readonly tools: readonly string[];
  readonly events: readonly string[];
  /** The tools that it expects to refuse, or that it interrupts. */
  readonly refused: readonly string[];
  /** The tools that it expects to accept a call. */
  readonly answering: readonly string[];
  /** The events that it expects to be accepted. */
  readonly accepted: readonly string[];
}

/** Where the build writes a contract, relative to the package. */
export function compiledPath(id: string): string {
  return `dist/contracts/${id}.jsonl.gz`;
}

/** The content of the file. It is zipped, because the fixtures would fill most of the package. */
export function renderCompiled({ documents, ...index }: CompiledContract): Buffer {
  const lines = [{ ...index, paths: [...documents.keys()] }, ...[...documents.values()].map((read) => read())];
  return gzipSync(lines.map((line) => JSON.stringify(line)).join("\n"), { level: 9 });
}

/** Parses the index. A file of the contract is parsed when it is read. */
export function parseCompiled(content: Buffer): CompiledContract {
  const [first = "", ...lines] = gunzipSync(content).toString("utf8").split("\n");
  const { paths, ...index } = JSON.parse(first) as Omit<CompiledContract, "documents"> & { readonly paths: string[] };
  return { ...index, documents: new Map(paths.map((path, at) => [path, () => JSON.parse(lines[at] ?? "")])) };
}

/** Only built code reads compiled contracts. During development, the sources of the kit may be ahead of them. */
const isBuilt = fileURLToPath(import.meta.url).startsWith(join(packageRoot, "dist", sep));

/** A shipped contract as the build has compiled it, or undefined if there is none or a file has changed since. */
export function readCompiled(id: string): CompiledContract | undefined {
  const path = join(packageRoot, compiledPath(id));
  if (!isBuilt || !existsSync(path)) return undefined;
  const compiled = parseCompiled(readFileSync(path));
  return isCurrent(compiled, join(packageRoot, compiled.folder)) ? compiled : undefined;
}

/** A published package has no fixture files. Everywhere else, they may have changed. */
export function isCurrent({ fixtures, hash }: CompiledContract, folder: string): boolean {
  return !fixtures.some(({ path }) => existsSync(join(folder, path))) || hashSources(folder) === hash;
}

/** Folders and files beside contract.yml that belong to the kit, to other contracts, or to the proof of this one. */
const OTHERS = /^(?:schema\/|contracts\/|proof\.json$)/u;

/** The paths of the YAML and JSON files of a contract, relative to its folder and sorted. */
export function sourcesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => /\.(?:ya?ml|json)$/u.test(path) && !OTHERS.test(path))
    .sort(compareText);
}

/** A hash of the names and contents of all files of a contract. */
export function hashSources(folder: string): string {
  const hash = createHash("sha256");
  for (const path of sourcesOf(folder)) hash.update(`\n${path}\n`).update(readFileSync(join(folder, path)));
  return hash.digest("hex");
}
