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

/** In the way in which the reference itself is compiled. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

/**
 * Compiles the source with the fault in it.
 * @throws Error with the place in the catalogue when the text does not stand in the source exactly once, or what comes
 *   out is no program
 */
export function mutate(mutant: Mutant): MutantModule {
  const { id, file } = mutant;
  const { outputText, diagnostics = [] } = ts.transpileModule(faultyText(mutant), {
    reportDiagnostics: true,
    compilerOptions: OPTIONS,
  });
  const [error] = diagnostics;
  if (error !== undefined) throw noProgram(mutant, error);
  const compiled = file.replace("src/", "dist/").replace(/\.ts$/, ".js");
  return { id, url: pathToFileURL(join(packageRoot, compiled)).href, source: outputText };
}

/**
 * Whether every mutant can be made, which takes a fraction of the time that making them would.
 * @throws Error as {@link mutate} does, for the first that cannot
 */
export function checkMutants(mutants: readonly Mutant[]): void {
  const files = new Map(
    mutants.map((mutant) => [
      `/${mutant.id}.ts`,
      { mutant, file: ts.createSourceFile(`/${mutant.id}.ts`, faultyText(mutant), ts.ScriptTarget.ES2022) },
    ]),
  );
  // Nothing but these files is looked at: neither what they import nor the libraries of the compiler.
  const program = ts.createProgram({
    rootNames: [...files.keys()],
    options: { ...OPTIONS, noResolve: true, noLib: true, types: [] },
    host: {
      ...ts.createCompilerHost(OPTIONS),
      getSourceFile: (name) => files.get(name)?.file,
      fileExists: (name) => files.has(name),
    },
  });
  for (const { mutant, file } of files.values()) {
    const [error] = program.getSyntacticDiagnostics(file);
    if (error !== undefined) throw noProgram(mutant, error);
  }
}

function noProgram({ id, place }: Mutant, { messageText }: ts.Diagnostic): Error {
  return new Error(`${place}: ${id} is no program: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

/** The source with the fault in it. */
function faultyText({ id, file, find, replace, place }: Mutant): string {
  const source = readText(join(packageRoot, file), "source", file);
  const parts = source.split(find.replace(/\n$/, ""));
  if (parts.length !== 2) {
    const times = parts.length === 1 ? "does not stand" : `stands ${parts.length - 1} times`;
    throw new Error(`${place}: ${id}: the text to find ${times} in ${file}`);
  }
  return parts.join(replace.replace(/\n$/, ""));
}
