/** Makes a mutant: the source of the reference with one fault. */

import { join } from "node:path";
import { transform } from "esbuild";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { type FaultySource, sourcesOf } from "./bundle.js";
import type { Mutant } from "./catalogue.js";
import { occurrences, Places, type Token, tokensOf } from "./places.js";
import { functionAround } from "./probes.js";

/** A source with a fault, and the function that the fault is in. */
export interface Fault extends FaultySource {
  /** As probes report it; absent for code that runs when its module is loaded. */
  readonly inside?: string;
}

const known = new Map<string, Promise<Places>>();

/** The places in the reference of a contract. The sources are read once. */
async function placesOf(contract: string): Promise<Places> {
  const places = known.get(contract) ?? readPlaces(contract);
  known.set(contract, places);
  return places;
}

async function readPlaces(contract: string): Promise<Places> {
  const files = (await sourcesOf(contract)).filter((file) => file.endsWith(".ts"));
  return new Places(new Map(files.map((file) => [file, readText(join(packageRoot, file), "source", file)])));
}

/**
 * @throws Error with the place in the catalogue when the code does not occur exactly once, or the result does not parse
 */
export async function mutate(contract: string, mutant: Mutant): Promise<Fault> {
  const places = await placesOf(contract);
  try {
    const fault = withFault(places, mutant);
    await transform(fault.text, { loader: "ts", format: "esm", logLevel: "silent" });
    return fault;
  } catch (thrown) {
    const [first] = (thrown as { readonly errors?: readonly { readonly text: string }[] }).errors ?? [];
    const problem = first === undefined ? `: ${(thrown as Error).message}` : ` is no program: ${first.text}`;
    throw new Error(`${mutant.place}: ${mutant.id}${problem}`);
  }
}

/** Where the declaration is that a mutant changes: its file, and its first and last line. */
export async function declarationOf(contract: string, { at }: Pick<Mutant, "at">) {
  const { file, node, source } = (await placesOf(contract)).find(at);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  return { file, lines: [lineAt(node.getStart(source)), lineAt(node.end)] as const };
}

const tokens = new WeakMap<object, readonly Token[]>();

function withFault(places: Places, { at, change: [from, to] }: Pick<Mutant, "at" | "change">): Fault {
  const place = places.find(at);
  const { text } = place.source;
  const all = tokens.get(place) ?? tokensOf(place);
  tokens.set(place, all);
  const [found, ...others] = occurrences(all, from);
  if (found === undefined) throw new Error(`the code is not in ${at}: ${from}`);
  if (others.length > 0) throw new Error(`the code occurs ${others.length + 1} times in ${at}: ${from}`);
  const [start, end] = [all[found[0]]?.start ?? 0, all[found[1] - 1]?.end ?? 0];
  const inside = functionAround(place.source, start, end);
  const faulty = { file: place.file, text: `${text.slice(0, start)}${to}${text.slice(end)}` };
  return inside === undefined ? faulty : { ...faulty, inside };
}
