import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { listFolder } from "../files/list-folder.js";
import { readText, SMALL_BYTES } from "../files/read-file.js";
import { UnsafePath } from "../files/unsafe-path.js";
import { foundAt } from "../state-file.js";
import { git } from "./git.js";

/** A repository of many years has fewer files than this of its own. */
const MOST_FILES = 1_000_000;

const IN_GIT = { mayEnterGit: true, follow: true } as const;

/**
 * git follows every link and waits for every pipe, so the folder that it works in is looked through before it is run:
 * whatever git writes has to stay in the project. A `.git` file, as a worktree has one, leads out of the project; git is
 * run there only where that repository names the project as its own.
 * @returns why git must not be run, as a sentence without its full stop; undefined where it may. A project without
 * `.git` lies in a repository around it, or in none.
 */
export async function problemWithGitFolder(root: string): Promise<string | undefined> {
  try {
    const found = foundAt(root, ".git", IN_GIT);
    if (found === undefined) return undefined;
    if (found.isDirectory()) return problemWithin(root);
    return found.isFile() && (await isWorktree(root))
      ? undefined
      : "The file .git names a repository that does not know the project";
  } catch (thrown) {
    if (thrown instanceof UnsafePath) return `.git ${thrown.message}`;
    throw thrown;
  }
}

function problemWithin(root: string): string | undefined {
  const { entries, isCut } = listFolder(root, ".git", { recursive: true, most: MOST_FILES, inGit: true });
  if (isCut) return ".git holds more than can be looked through";
  // Hooks are run and not written.
  for (const { name, kind } of entries.filter((entry) => !entry.name.startsWith("hooks/"))) {
    if (kind === "other") return `.git/${name} is no file`;
    if (kind === "link" && foundAt(root, `.git/${name}`, IN_GIT) === undefined) return `.git/${name} leads to nothing`;
  }
  const common = readText(root, ".git/commondir", SMALL_BYTES, IN_GIT)?.text.trim();
  return common === undefined ? undefined : `.git/commondir leads to ${JSON.stringify(common.slice(0, 100))}`;
}

/** A worktree has a file that names the project; the repository of a submodule has a setting. */
async function isWorktree(root: string): Promise<boolean> {
  const text = readText(root, ".git", SMALL_BYTES, IN_GIT)?.text ?? "";
  const named = /^gitdir: *(.+?)\s*$/u.exec(text)?.[1];
  if (named === undefined) return false;
  const folder = resolve(root, named);
  const back = textIn(folder, "gitdir").trim();
  if (back !== "") return isSame(resolve(folder, back), join(root, ".git"));
  const settings = textIn(folder, "config");
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
