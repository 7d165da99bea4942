import { existsSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../tool-error.js";
import { git, gitText, itemsOf, saidBy } from "./git.js";

/** The repository around a project, ready for a commit. */
export interface Repository {
  /** Where git keeps what belongs to this checkout. */
  readonly gitFolder: string;
  /** Id of the commit that is checked out. */
  readonly head: string;
  /** The folder that the repository is about. */
  readonly top: string;
  /** Stands before a path of the project where the repository names it; empty where the project is its root. */
  readonly prefix: string;
}

/** What git leaves in its folder while something is under way. */
const UNDER_WAY: readonly (readonly [name: string, operation: string])[] = [
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["sequencer", "cherry-pick or revert of several commits"],
];

/**
 * The repository in which a deletion can be a commit.
 * @throws ToolError NO_REPOSITORY or GIT_IN_PROGRESS where there is none
 */
export async function openRepository(root: string): Promise<Repository> {
  const words = ["--is-inside-work-tree", "--absolute-git-dir", "--show-toplevel", "--show-prefix"];
  const inside = await git(root, ["rev-parse", ...words]);
  const [isInside, gitFolder = "", top = "", prefix = ""] = inside.stdout.split("\n");
  if (inside.code !== 0 || isInside !== "true") {
    const isNone = inside.code === 0 || inside.stderr.includes("not a git repository");
    const reason = isNone ? "The project is in no git repository" : `git refuses the repository (${saidBy(inside)})`;
    throw ToolError.of("NO_REPOSITORY", { reason });
  }
  const under = UNDER_WAY.find(([name]) => existsSync(join(gitFolder, name)));
  if (under !== undefined) throw ToolError.of("GIT_IN_PROGRESS", { operation: under[1] });
  const head = await headOf(root);
  if (head === undefined) throw ToolError.of("NO_REPOSITORY", { reason: "The repository has no commit yet" });
  return { gitFolder, head, top, prefix };
}

export async function headOf(root: string): Promise<string | undefined> {
  const { code, stdout } = await git(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return code === 0 ? stdout.trim() : undefined;
}

/**
 * Makes sure that the commit which is checked out holds each file as it is.
 * @param files from the root of the project
 * @throws ToolError NOT_RECOVERABLE for the first that it does not
 */
export async function checkRecoverable(
  root: string,
  { head, top, prefix }: Repository,
  files: readonly string[],
): Promise<void> {
  const refuse = (path: string, reason: string) => ToolError.of("NOT_RECOVERABLE", { path, reason });
  const tree = new Map(
    itemsOf(await gitText(root, ["ls-tree", "-z", head, "--", ...files])).map((entry) => {
      const [facts = "", path = ""] = entry.split("\t");
      return [path, facts.split(" ")[2] ?? ""] as const;
    }),
  );
  const unknown = files.find((file) => !tree.has(file));
  if (unknown !== undefined) throw refuse(unknown, "no commit holds it");
  const [staged] = itemsOf(
    await gitText(root, ["diff-index", "--cached", "--name-only", "--relative", "-z", head, "--", ...files]),
  );
  if (staged !== undefined) throw refuse(staged, "changes to it are staged and in no commit");
  // The status trusts flags and times that somebody may have set; the content says it itself.
  const input = files.map((file) => `${prefix}${file}\n`).join("");
  const contents = (await gitText(top, ["hash-object", "--stdin-paths"], { input })).split("\n");
  const changed = files.find((file, at) => contents[at] !== tree.get(file));
  if (changed !== undefined) throw refuse(changed, "it has changed since the last commit");
}
