/** The state of a git repository, as assertions see it. */
export interface RepositoryView {
  /** null on a detached head. */
  readonly branch: string | null;
  /** Number of commits in the history of the head. */
  readonly commits: number;
  /** null without a commit. */
  readonly head: CommitView | null;
  /** Files that the next commit would add, change or delete. */
  readonly staged: readonly string[];
  /** Files of the workspace with changes that are not staged, and untracked files there. */
  readonly uncommitted: readonly string[];
}

export interface CommitView {
  readonly id: string;
  readonly message: string;
  readonly parents: readonly string[];
  /** Files that it adds, compared with its first parent; `changed` and `deleted` likewise. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}
