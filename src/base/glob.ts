/**
 * A glob over names or paths whose parts are divided by `/`: `*` matches a part or a piece of one, `?` one character,
 * `**` any number of parts. Every other sign means itself. picomatch is no replacement: its `*` matches no line break,
 * its `?` only half an emoji, and a pattern that ends with several backslashes never returns. Each glob is compiled
 * once, because the same few are needed after every step of every case.
 */
export function compileGlob(glob: string): (name: string) => boolean {
  const known = compiled.get(glob);
  if (known !== undefined) return known;
  const parts = glob.split("/").map((part) => (part === "**" ? undefined : partExpression(part)));
  const isName = !/[*?]/u.test(glob);
  // Most globs are the name of one case or file, and are compared with thousands.
  const matches = (name: string) => (isName ? name === glob : matchParts(parts, name.split("/")));
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
