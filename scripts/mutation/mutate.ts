/** Makes a mutant: the program that Node loads in place of the reference's own. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { packageRoot } from "../../src/package-root.js";
import { readText } from "../../src/read-text.js";
import type { Mutant } from "./catalogue.js";

/** What the loader hooks need of a mutant. */
export interface MutantModule {
  readonly id: string;
  /** URL of the compiled file that it replaces. */
  readonly url: string;
  /** JavaScript. */
  readonly source: string;
}

/**
 * Compiles the source with the fault in it.
 * @throws Error with the place in the catalogue when the text does not stand in the source exactly once, or what comes
 *   out is no program
 */
export function mutate({ id, file, find, replace, place }: Mutant): MutantModule {
  const source = readText(join(packageRoot, file), "source", file);
  const parts = source.split(find.replace(/\n$/, ""));
  if (parts.length !== 2) {
    const times = parts.length === 1 ? "does not stand" : `stands ${parts.length - 1} times`;
    throw new Error(`${place}: ${id}: the text to find ${times} in ${file}`);
  }
  const { outputText, diagnostics = [] } = ts.transpileModule(parts.join(replace.replace(/\n$/, "")), {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  const [error] = diagnostics;
  if (error !== undefined) {
    throw new Error(`${place}: ${id} is no program: ${ts.flattenDiagnosticMessageText(error.messageText, " ")}`);
  }
  const compiled = file.replace("src/", "dist/").replace(/\.ts$/, ".js");
  return { id, url: pathToFileURL(join(packageRoot, compiled)).href, source: outputText };
}
