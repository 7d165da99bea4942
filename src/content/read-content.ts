import { type Dirent, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { NexusError, reasonOf } from "../errors.js";
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
 * @throws NexusError NXC_FILE_NOT_FOUND, or NXC_CONTENT_NONE when the folder holds none of the three
 */
export function readContent(dir: string): ContentFiles {
  if (!isFolder(dir)) throw NexusError.of("NXC_FILE_NOT_FOUND", { kind: "folder" }, dir);
  if (!AUTHORED_FOLDERS.some((folder) => isFolder(join(dir, folder)))) throw NexusError.of("NXC_CONTENT_NONE", {}, dir);
  return readFiles(dir);
}

/** As `readContent`, for a folder that may lack all content: a damaged installation, for example. */
export function readFiles(dir: string): ContentFiles {
  const entries = fastGlob.sync(
    [...LISTED_FILES, ...LISTED_FOLDERS, ...LISTED_FOLDERS.map((folder) => `${folder}/**`)],
    {
      cwd: dir,
      dot: true,
      onlyFiles: false,
      objectMode: true,
      followSymbolicLinks: false,
      ignore: LITTER,
    },
  );
  const texts: [string, string][] = [];
  const unreadable: [string, string][] = [];
  for (const { path, dirent } of entries) {
    const isRootFolder = LISTED_FOLDERS.includes(path);
    if (dirent.isDirectory() && !LISTED_FILES.includes(path)) continue;
    if (!isListed(path) && !isAuthored(path) && !isRootFolder) continue;
    const read =
      dirent.isFile() && !isRootFolder ? readTextFile(join(dir, path)) : { problem: kindProblem(dirent, isRootFolder) };
    if ("text" in read) texts.push([path, read.text]);
    else unreadable.push([path, read.problem]);
  }
  return contentFiles(texts, unreadable);
}

/** A link is not followed: what it points to could change without a trace in this folder. */
function kindProblem(dirent: Pick<Dirent, "isSymbolicLink" | "isDirectory">, isRootFolder: boolean): string {
  if (dirent.isSymbolicLink()) return "is a symbolic link";
  if (isRootFolder) return "is a file where a folder is expected";
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
