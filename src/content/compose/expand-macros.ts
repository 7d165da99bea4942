import { NexusError } from "../../base/errors.js";
import type { Invocation, ManifestVocabulary } from "../../generated/manifest.js";
import { macroBreaches } from "../macros/macro-breaches.js";
import { parseMacros, plainMacroValue } from "../macros/macros.js";
import type { ReadOnly } from "../read/read-only.js";

/** The arguments of a macro: texts, lists and objects of texts, as plain JSON. */
export type MacroArguments = Readonly<Record<string, unknown>>;

/** Writes what a harness says for one macro. An empty text leaves the macro out. */
export type MacroExpansion = (args: MacroArguments, invocation: ReadOnly<Invocation>) => string;

/** A harness's own words for each primitive. */
export type InvocationMap = Readonly<Record<string, MacroExpansion>>;

/**
 * A body with every macro replaced by what the harness calls the same thing. The map gets the text of a heredoc
 * unchanged, and what it returns is not searched for macros again. Everything else in the body stays as it is.
 *
 * Nothing is passed over: the first macro that cannot be expanded is an error, with its place in the body.
 *
 * @param file precedes line and column in the place of an error
 * @throws NexusError NXC_MACRO_SYNTAX for what breaks the grammar, NXC_MACRO_CALL for a primitive or parameter that the
 * vocabulary lacks, a parameter that is missing or given twice, NXC_MACRO_UNMAPPED for a primitive that the map lacks
 * @example
 * import { expandMacros, type InvocationMap, loadManifest } from "nexus-core";
 *
 * const invocationMap: InvocationMap = {
 *   skill_activation: ({ skill, mode }) => `Call enter_skill with "${skill}" and "${mode ?? "normal"}".`,
 * };
 * expandMacros("No plan yet? {{skill_activation skill=nx-plan mode=auto}}", loadManifest().vocabulary, invocationMap);
 * // => 'No plan yet? Call enter_skill with "nx-plan" and "auto".'
 */
export function expandMacros(
  body: string,
  vocabulary: ReadOnly<Pick<ManifestVocabulary, "invocations">>,
  invocationMap: InvocationMap,
  file = "body.md",
): string {
  const { macros, problems, positionOf } = parseMacros(body);
  const where = (offset: number) => {
    const { line, column } = positionOf(offset);
    return `${file}:${line}:${column}`;
  };
  const [problem] = [...problems].sort((a, b) => a.offset - b.offset);
  if (problem !== undefined)
    throw NexusError.of("NXC_MACRO_SYNTAX", { reason: problem.message }, where(problem.offset));
  const primitives = new Map(vocabulary.invocations.map((entry) => [entry.id, entry.semantic_params]));
  let expanded = "";
  let end = 0;
  for (const macro of macros) {
    const { primitive, args, start } = macro;
    const [breach] = macroBreaches(macro, primitives);
    if (breach !== undefined) {
      throw NexusError.of("NXC_MACRO_CALL", { reason: breach.message, hint: breach.hint }, where(breach.offset));
    }
    const invocation = vocabulary.invocations.find(({ id }) => id === primitive);
    const expand = Object.hasOwn(invocationMap, primitive) ? invocationMap[primitive] : undefined;
    if (invocation === undefined || expand === undefined) {
      throw NexusError.of("NXC_MACRO_UNMAPPED", { primitive }, where(start));
    }
    const plain = Object.fromEntries(args.map(({ key, value }) => [key, plainMacroValue(value)]));
    expanded += body.slice(end, start) + expand(plain, invocation);
    end = macro.end;
  }
  return expanded + body.slice(end);
}
