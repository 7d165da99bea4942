import { NO_FILE, runGit } from "../../base/git.js";
import type { Entry, GitView, Inspection } from "./inspection.js";

/** What git knows of the files of a project; undefined where it knows nothing or is not there. Nothing is written. */
export async function gitView(
  root: string,
  { folder, asked }: Pick<Inspection, "folder" | "asked">,
  entries: readonly Entry[],
): Promise<GitView | undefined> {
  // No setting of the user counts, since others have none of them.
  const git = (words: readonly string[], input = "") =>
    runGit(root, ["-c", `core.excludesFile=${NO_FILE}`, ...words], { input });
  try {
    const tracked = await git(["--literal-pathspecs", "ls-files", "-z", "--", folder]);
    if (tracked.code !== 0) return undefined;
    const files = entries.filter(({ kind }) => kind === "file").map(({ path }) => path);
    // The command knows no literal paths; behind a dot and a slash no sign means anything else. Without --no-index, a
    // file that is tracked counts as not ignored.
    const input = [...asked, ...files].map((path) => `./${path}\0`).join("");
    const ignored = await git(["check-ignore", "--no-index", "--stdin", "-z"], input);
    // 1 means that it ignores none of them.
    if (ignored.code > 1) return undefined;
    return { tracked: namesIn(tracked.stdout), ignored: namesIn(ignored.stdout) };
  } catch {
    return undefined;
  }
}

function namesIn(output: string): ReadonlySet<string> {
  const names = output.split("\0").filter((name) => name !== "");
  return new Set(names.map((name) => name.replace(/^\.\//u, "")));
}
