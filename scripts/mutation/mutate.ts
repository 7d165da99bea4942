/** Makes a mutant: the source of the reference with a fault in it. */

import { join } from "node:path";
import { transform } from "esbuild";
import { packageRoot } from "../../src/package-root.js";
import { readText } from "../../src/read-text.js";
import type { FaultySource } from "./bundle.js";
import type { Mutant } from "./catalogue.js";

/**
 * @throws Error with the place in the catalogue when the text does not stand in the source exactly once, or what comes
 *   out is no program
 */
export async function mutate(mutant: Mutant): Promise<FaultySource> {
  const { id, file, place } = mutant;
  const text = faultyText(mutant);
  try {
    await transform(text, { loader: "ts", format: "esm", logLevel: "silent" });
  } catch (thrown) {
    const [first] = (thrown as { readonly errors?: readonly { readonly text: string }[] }).errors ?? [];
    throw new Error(`${place}: ${id} is no program: ${first?.text ?? (thrown as Error).message}`);
  }
  return { file, text };
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
