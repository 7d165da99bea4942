import { compareText } from "../../base/finding.js";

/**
 * The files of a content folder in memory: what was found below it, before anybody judged it. Paths are relative to
 * the folder, with forward slashes, in the order of their code units.
 */
export interface ContentFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** What has no text: path, and why (`is binary`, `is a symbolic link`, …). */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Files from memory, in whatever order they come. */
export function contentFiles(
  texts: Iterable<readonly [path: string, text: string]>,
  unreadable: Iterable<readonly [path: string, reason: string]> = [],
): ContentFiles {
  return { texts: sortedMap(texts), unreadable: sortedMap(unreadable) };
}

function sortedMap(entries: Iterable<readonly [string, string]>): ReadonlyMap<string, string> {
  return new Map([...entries].sort(([a], [b]) => compareText(a, b)));
}

/** The folders that hold authored content; a folder without any of them is no content folder. */
export const AUTHORED_FOLDERS = ["agents", "skills", "vocabulary"] as const;

/** Folders whose files ship and are listed in the manifest. */
export const LISTED_FOLDERS: readonly string[] = [...AUTHORED_FOLDERS, "schema", "conformance", "docs", "bin"];

/** Pages for maintainers of the package. They do not ship. */
const MAINTAINERS = "docs/maintain/";

/** Fixtures of contracts. They ship in the compiled contracts, which the build makes. */
const FIXTURES = /^conformance\/(?:contracts\/[^/]+\/)?(?!contracts\/|schema\/|[^/]+-schemas\/)[^/]+\//u;

/** Files beside those folders that are listed where they exist. */
export const LISTED_FILES: readonly string[] = ["README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md", "package.json"];

/**
 * Whether the manifest lists this file. Never: the manifest itself, what a build makes (`dist`), sources, installed
 * packages, pages for maintainers, fixtures, and any path with a part that starts with a dot.
 */
export function isListed(path: string): boolean {
  const parts = path.split("/");
  if (path.startsWith(MAINTAINERS) || FIXTURES.test(path)) return false;
  if (parts.some((part) => part.startsWith(".") || part === "node_modules" || part === "dist")) return false;
  return parts.length === 1 ? LISTED_FILES.includes(path) : LISTED_FOLDERS.includes(parts[0] ?? "");
}

/** Whether this file belongs to the authored content, which the rules look at. */
export function isAuthored(path: string): boolean {
  return AUTHORED_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}
