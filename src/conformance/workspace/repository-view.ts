/** What a git repository looks like at a moment: all that assertions can see of it. */

/** What assertions look into. */
export interface RepositoryView {
  /** null on a detached head. */
  readonly branch: string | null;
  /** How many commits lead to the head. */
  readonly commits: number;
  /** null where there is no commit. */
  readonly head: CommitView | null;
  /** Files of which the next commit would hold another version than the head does. */
  readonly staged: readonly string[];
  /** Files that are changed and not staged, or that git does not know. */
  readonly uncommitted: readonly string[];
}

export interface CommitView {
  readonly id: string;
  readonly message: string;
  readonly parents: readonly string[];
  /** Files that it adds, changes and deletes, compared with its first parent. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}
