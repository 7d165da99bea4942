import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import {
  AUTHORED_FOLDERS,
  type ContentFiles,
  contentFiles,
  isAuthored,
  isListed,
  LISTED_FILES,
  LISTED_FOLDERS,
} from "./content-files.js";

/** Litter of file managers and editors, which npm never packs either. */
const LITTER = ["**/.DS_Store", "**/._*", "**/.*.swp", "**/node_modules/**"];

/**
 * Reads a content folder: every file that the manifest lists, and below agents/, skills/ and vocabulary/ hidden files
 * too, since npm would ship them.
 * @throws NexusError NXC_FILE_NOT_FOUND, or NXC_CONTENT_NONE when the folder has none of the three
 */
export function readContent(dir: string): ContentFiles {
  if (!isFolder(dir)) {
    const kind = existsSync(dir) ? "folder: this is a file" : "folder";
    throw NexusError.of("NXC_FILE_NOT_FOUND", { kind }, dir);
  }
  if (!AUTHORED_FOLDERS.some((folder) => isFolder(join(dir, folder)))) throw NexusError.of("NXC_CONTENT_NONE", {}, dir);
  return readFiles(dir);
}

/**
 * As `readContent`, for a folder that may lack all content: a damaged installation, for example.
 * @throws NexusError NXC_FILE_UNREADABLE for a folder that may not be listed
 */
export function readFiles(dir: string): ContentFiles {
  const texts: [string, string][] = [];
  const unreadable: [string, string][] = [];
  const add = (path: string, problem: string | undefined): void => {
    const read = problem === undefined ? readTextFile(join(dir, path)) : { problem };
    if ("text" in read) texts.push([path, read.text]);
    else unreadable.push([path, read.problem]);
  };
  for (const { path, dirent } of list(dir, [...LISTED_FILES, ...LISTED_FOLDERS])) {
    if (LISTED_FILES.includes(path)) add(path, kindProblem(dirent));
    else if (!dirent.isDirectory()) add(path, kindProblem(dirent) ?? "is a file where a folder is expected");
    else {
      for (const inner of list(join(dir, path), ["**"])) {
        const file = `${path}/${inner.path}`;
        if (!inner.dirent.isDirectory() && (isListed(file) || isAuthored(file))) add(file, kindProblem(inner.dirent));
      }
    }
  }
  return contentFiles(texts, unreadable);
}

function list(dir: string, patterns: string[]): readonly fastGlob.Entry[] {
  try {
    return fastGlob.sync(patterns, {
      cwd: dir,
      dot: true,
      onlyFiles: false,
      objectMode: true,
      followSymbolicLinks: false,
      ignore: LITTER,
    });
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown);
    throw NexusError.of("NXC_FILE_UNREADABLE", { kind: "folder", reason }, dir, thrown);
  }
}

/** What keeps an entry from being a file. A link is not followed: its target could change without a trace in this folder. */
function kindProblem(dirent: fastGlob.Entry["dirent"]): string | undefined {
  if (dirent.isFile()) return undefined;
  if (dirent.isSymbolicLink()) return "is a symbolic link";
  return dirent.isDirectory() ? "is a folder where a file is expected" : "is no regular file";
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readTextFile(path: string): { readonly text: string } | { readonly problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    return { problem: `cannot be read (${(thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown)})` };
  }
  if (bytes.includes(0)) return { problem: "is binary" };
  try {
    return { text: UTF8.decode(bytes) };
  } catch {
    return { problem: "is not UTF-8" };
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
