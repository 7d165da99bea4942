/**
 * Loader hooks that put a mutant into the place of a module. A module that is imported with `?mutant=ID` hands the name
 * on to all that it imports from the same package, and from nexus-core where the mutant stands there; so every mutant
 * has a module graph of its own, and the reference beside it stays what it is.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** By id. */
const mutants = new Map();
let root = "";

/** @param data `{ root, port }` for a process that loads many mutants, `{ root, only }` for one that is a mutant */
export function initialize({ root: folder, port, only }) {
  root = folder;
  if (only !== undefined) mutants.set("", only);
  port?.on("message", (mutant) => {
    mutants.set(mutant.id, mutant);
    port.postMessage("known");
  });
}

export async function resolve(specifier, context, nextResolve) {
  const id = idOf(context.parentURL);
  const resolved = await nextResolve(specifier, context);
  if (id === undefined) return resolved;
  const isInRoot = resolved.url.startsWith(`${root}dist/`);
  if (isInRoot ? !mutants.get(id).url.startsWith(`${root}dist/`) : !specifier.startsWith(".")) return resolved;
  return { ...resolved, url: `${resolved.url}?mutant=${id}` };
}

export async function load(url, context, nextLoad) {
  const mutant = mutants.get(idOf(url) ?? "");
  if (mutant === undefined) return nextLoad(url, context);
  const [file] = url.split("?");
  if (file === mutant.url) return { format: "module", source: mutant.source, shortCircuit: true };
  if (idOf(url) === undefined) return nextLoad(url, context);
  return { format: "module", source: readFileSync(fileURLToPath(file), "utf8"), shortCircuit: true };
}

function idOf(url) {
  return url === undefined ? undefined : (/\?mutant=([a-z0-9-]+)$/.exec(url)?.[1] ?? undefined);
}
