/** Modules that kill a process at a chosen operation. A process loads one with `--import`. */

/** Counts operations on files below CRASH_ROOT. */
export const FILE_HOOK = new URL("file-hook.mjs", import.meta.url).href;

/** Counts commits of the stores. */
export const COMMIT_HOOK = new URL("commit-hook.mjs", import.meta.url).href;
