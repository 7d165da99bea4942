import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { listFolder } from "@nexus-core/service/files/list-folder";
import { readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { namedGitFolder } from "../git/git-file.js";
import { foundAt } from "../store/state-file.js";
import { git } from "./git.js";

/** A repository of many years has fewer files than this of its own. */
const MOST_FILES = 1_000_000;

const IN_GIT = { mayEnterGit: true, follow: true } as const;

/**
 * git follows every link and waits for every pipe, so the folder that it works in is looked through before it is run:
 * whatever git writes has to stay there. A `.git` file, as a worktree has one, leads out of the project; git is run
 * there only where that repository names the project as its own, and is looked through too.
 * @returns why git must not be run, as a sentence without its full stop; undefined where it may. A project without
 * `.git` lies in a repository around it, or in none.
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
 * Whether this is the folder that `.git` of the project stands for, or of the nearest folder above it. git also takes a
 * folder for a repository that only looks like one, and runs the hooks in it: such a folder comes with a clone.
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
    // git writes into both.
    return (
      problemIn(folder, ".", common !== "") ?? (common === "" ? undefined : problemIn(resolve(folder, common), "."))
    );
  } catch (thrown) {
    if (thrown instanceof UnsafePath) return `The repository that .git names ${thrown.message}`;
    throw thrown;
  }
}

/**
 * @param base that no link in the folder may leave
 * @param hasCommon whether git may keep a part of the repository elsewhere
 */
function problemIn(base: string, folder: string, hasCommon = false): string | undefined {
  const shown = (name: string) => (folder === "." ? `${name} in ${base}` : `${folder}/${name}`);
  const { entries, isCut } = listFolder(base, folder, { recursive: true, most: MOST_FILES, inGit: true });
  if (isCut) return ".git holds more than can be looked through";
  // Hooks are run and not written.
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

/** A worktree has a file that names the project; the repository of a submodule has a setting. */
async function isFolderOf(root: string, folder: string): Promise<boolean> {
  const back = textIn(folder, "gitdir").trim();
  if (back !== "") return isSame(resolve(folder, back), join(root, ".git"));
  const settings = textIn(folder, "config");
  if (settings === "") return false;
  const words = ["config", "--file", "-", "--get", "core.worktree"];
  const { code, stdout } = await git(folder, words, { input: settings });
  return code === 0 && isSame(resolve(folder, stdout.replace(/\n$/u, "")), root);
}

/** Empty where there is none that can be read. */
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
