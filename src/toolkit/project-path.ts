/** The form in which paths are compared: from the project root, forward slashes, no `./` or `..` inside, no slash at the end. */
export function projectPath(path: string): string {
  if (path === "") return "";
  const text = path.replaceAll("\\", "/");
  const isAbsolute = text.startsWith("/");
  const parts: string[] = [];
  // As posix.normalize has it, which copies all that it has so far for each `..` of a long path.
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!isAbsolute) parts.push("..");
  }
  const joined = parts.join("/");
  return isAbsolute ? `/${joined}` : joined || ".";
}

/**
 * Many paths, in the form of {@link projectPath}, in which others are looked up. A path covers itself, and a folder
 * covers everything below it; `.` is the project root and covers all.
 */
export class PathSet {
  /** With a slash behind each, a path covers those that begin with it; in this order they follow it at once. */
  private readonly sorted: readonly string[];
  /** Those that no other covers. */
  private readonly outermost: readonly string[];
  private readonly hasRoot: boolean;

  constructor(paths: readonly string[]) {
    const unique = new Set(paths);
    this.hasRoot = unique.has(".");
    this.sorted = [...unique].map((path) => `${path}/`).sort();
    const outermost: string[] = [];
    for (const path of this.sorted) {
      const last = outermost.at(-1);
      if (last === undefined || !path.startsWith(last)) outermost.push(path);
    }
    this.outermost = outermost;
  }

  /** Whether one of the paths covers this one. */
  covers(path: string): boolean {
    const other = `${path}/`;
    const next = firstFrom(this.outermost, other);
    const before = this.outermost[next - 1];
    return this.hasRoot || this.outermost[next] === other || (before !== undefined && other.startsWith(before));
  }

  /** Whether this path covers one of them. */
  isReachedFrom(path: string): boolean {
    const folder = `${path}/`;
    const next = this.sorted[firstFrom(this.sorted, folder)];
    return path === "." ? this.sorted.length > 0 : next?.startsWith(folder) === true;
  }
}

/** The place of the first text that does not sort before another. */
function firstFrom(sorted: readonly string[], text: string): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? "") < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
