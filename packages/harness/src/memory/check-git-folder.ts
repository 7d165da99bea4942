import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { listFolder } from "@nexus-core/service/files/list-folder";
import { readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { namedGitFolder } from "../git/git-file.js";
import { foundAt } from "../store/state-file.js";
import { git } from "./git.js";

/** Most entries to inspect in a git folder. Old, large repositories have fewer. */
const MOST_FILES = 1_000_000;

const IN_GIT = { mayEnterGit: true, follow: true } as const;

/**
 * Inspects the git folder before git runs in it. git follows every link and blocks on every pipe, but its writes must
 * stay inside the folder. A `.git` file, as in a worktree, leads out of the project. git may run there only if that
 * repository names the project as its own and passes the same inspection. A project without `.git` passes: it belongs to
 * a repository further up or to none.
 * @returns why git must not run, as a sentence without its full stop; undefined if it may run
 */
export async function problemWithGitFolder(root: string): Promise<string | undefined> {
  try {
    const found = foundAt(root, ".git", IN_GIT);
    if (found === undefined) return undefined;
    return found.isDirectory() ? problemIn(root, ".git") : await problemWithWorktree(root);
  } catch (thrown) {
    if (thrown instanceof UnsafePath) return `.git ${thrown.message}`;
    throw thrown;
  }
}

/**
 * Whether this is the folder that the nearest `.git` of the project or its ancestors refers to. git also accepts any
 * folder that looks like a bare repository and runs its hooks, and a clone can bring such a folder along.
 */
export function isGitFolderOf(root: string, gitFolder: string): boolean {
  const found = lstatSync(join(root, ".git"), { throwIfNoEntry: false });
  if (found === undefined) return dirname(root) !== root && isGitFolderOf(dirname(root), gitFolder);
  const expected = found.isFile() ? namedGitFolder(root) : join(root, ".git");
  return expected !== undefined && isSame(expected, gitFolder);
}

async function problemWithWorktree(root: string): Promise<string | undefined> {
  const folder = namedGitFolder(root);
  if (folder === undefined || !(await isFolderOf(root, folder))) {
    return "The file .git names a repository that does not know the project";
  }
  const common = textIn(folder, "commondir").trim();
  try {
    // git writes into both folders.
    return (
      problemIn(folder, ".", common !== "") ?? (common === "" ? undefined : problemIn(resolve(folder, common), "."))
    );
  } catch (thrown) {
    if (thrown instanceof UnsafePath) return `The repository that .git names ${thrown.message}`;
    throw thrown;
  }
}

/**
 * @param base folder that no link may leave
 * @param hasCommon whether git may keep part of the repository elsewhere
 */
function problemIn(base: string, folder: string, hasCommon = false): string | undefined {
  const shown = (name: string) => (folder === "." ? `${name} in ${base}` : `${folder}/${name}`);
  const { entries, isCut } = listFolder(base, folder, { recursive: true, most: MOST_FILES, inGit: true });
  if (isCut) return ".git holds more than can be looked through";
  // git runs hooks but never writes them.
  for (const { name, kind } of entries.filter((entry) => !entry.name.startsWith("hooks/"))) {
    if (kind === "other") return `${shown(name)} is no file`;
    if (kind === "link" && foundAt(base, `${folder}/${name}`, IN_GIT) === undefined) {
      return `${shown(name)} leads to nothing`;
    }
  }
  const common = readText(base, `${folder}/commondir`, SMALL_BYTES, IN_GIT)?.text.trim();
  return common === undefined || hasCommon
    ? undefined
    : `${shown("commondir")} leads to ${JSON.stringify(common.slice(0, 100))}`;
}

/** A worktree's git folder names the project in a file; a submodule's names it in a setting. */
async function isFolderOf(root: string, folder: string): Promise<boolean> {
  const back = textIn(folder, "gitdir").trim();
  if (back !== "") return isSame(resolve(folder, back), join(root, ".git"));
  const settings = textIn(folder, "config");
  if (settings === "") return false;
  const words = ["config", "--file", "-", "--get", "core.worktree"];
  const { code, stdout } = await git(folder, words, { input: settings });
  return code === 0 && isSame(resolve(folder, stdout.replace(/\n$/u, "")), root);
}

/** The text of a file; empty if it is missing or unreadable. */
function textIn(folder: string, file: string): string {
  try {
    return readText(folder, file, SMALL_BYTES, IN_GIT)?.text ?? "";
  } catch {
    return "";
  }
}

function isSame(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}
