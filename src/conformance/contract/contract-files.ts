/** The YAML and JSON files of a contract, read from its folder or from the file that a build has compiled. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../../base/finding.js";
import { fastGlob } from "../../base/lazy-packages.js";
import { type LocatedDocument, parseJson, parseYaml } from "../../base/located-document.js";
import { once } from "../../base/once.js";
import { readText } from "../../base/read-text.js";
import type { CompiledContract } from "./compiled-contract.js";

/** Paths are relative to contract.yml, with forward slashes. Lists are sorted. */
export interface ContractFiles {
  readonly has: (path: string) => boolean;
  /**
   * @param kind what the file is, for errors
   * @param shown the path for errors; the absolute path by default
   * @throws NexusError if the file cannot be read or parsed
   */
  readonly read: (path: string, kind: string, shown?: string) => LocatedDocument;
  /** The JSON files directly in a folder. */
  readonly jsonIn: (folder: string) => readonly string[];
  /** @param globs as in contract.yml */
  readonly fixtures: (globs: readonly string[]) => readonly string[];
}

export function filesIn(folder: string): ContractFiles {
  return {
    has: (path) => existsSync(join(folder, path)),
    read: (path, kind, shown = join(folder, path)) => {
      const text = readText(join(folder, path), kind, shown);
      return path.endsWith(".json") ? parseJson(text, shown) : parseYaml(text, shown);
    },
    jsonIn: (inner) => {
      const names = existsSync(join(folder, inner)) ? readdirSync(join(folder, inner)) : [];
      return names
        .filter((name) => name.endsWith(".json"))
        .sort(compareText)
        .map((name) => `${inner}/${name}`);
    },
    fixtures: (globs) =>
      fastGlob()
        .sync([...globs], { cwd: folder })
        .sort(compareText),
  };
}

/** @param folder where the files were compiled from. Positions are found there, if an error needs one. */
export function compiledFiles({ documents, fixtures }: CompiledContract, folder: string): ContractFiles {
  const sources = filesIn(folder);
  return {
    has: (path) => documents.has(path),
    read: (path, kind, shown = join(folder, path)) => {
      const parse = documents.get(path);
      if (parse === undefined) return sources.read(path, kind, shown);
      const start = { line: 1, column: 1 };
      // A published package has no fixture files, and their cases have been checked.
      const source = once(() => (sources.has(path) ? sources.read(path, kind, shown) : undefined));
      return { file: shown, value: parse(), at: (pointer) => source()?.at(pointer) ?? start };
    },
    jsonIn: (inner) =>
      [...documents.keys()].filter((path) => path.startsWith(`${inner}/`) && /^[^/]+\/[^/]+\.json$/u.test(path)),
    fixtures: () => fixtures.map(({ path }) => path),
  };
}
