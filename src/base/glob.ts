/**
 * A glob over names or paths whose parts are divided by `/`: `*` fills a part or a piece of one, `?` one character,
 * `**` any number of parts. Compiled by hand since Node 20 has no matcher of its own, and once, since the same few are
 * asked for after every step of every case.
 */
export function compileGlob(glob: string): (name: string) => boolean {
  const known = compiled.get(glob);
  if (known !== undefined) return known;
  const parts = glob.split("/").map((part) => (part === "**" ? undefined : partExpression(part)));
  const matches = (name: string) => matchParts(parts, name.split("/"));
  compiled.set(glob, matches);
  return matches;
}

const compiled = new Map<string, (name: string) => boolean>();

function matchParts(patterns: readonly (RegExp | undefined)[], names: readonly string[]): boolean {
  if (patterns.length === 0) return names.length === 0;
  const [pattern, ...rest] = patterns;
  if (pattern === undefined) {
    return names.some((_, index) => matchParts(rest, names.slice(index))) || matchParts(rest, []);
  }
  const [name, ...others] = names;
  return name !== undefined && pattern.test(name) && matchParts(rest, others);
}

function partExpression(part: string): RegExp {
  const source = part
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]");
  return new RegExp(`^${source}$`, "u");
}
