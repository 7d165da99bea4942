/** `run --watch`: runs again when the adapter's folder or the fixtures change. */

import { spawn } from "node:child_process";
import { existsSync, type FSWatcher, statSync, watch as watchFolder } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ExitCode } from "../../base/errors.js";
import { packageRoot } from "../../base/package-root.js";
import type { Context } from "../frame/command.js";

export interface WatchedRun {
  readonly adapter: string;
  readonly contract?: string;
  readonly fixtures?: readonly string[];
  /** Files and folders that a run writes itself. */
  readonly written: readonly string[];
}

/** Editors write a file in several steps. */
const QUIET_MS = 150;

const SOURCE = /\.(?:[cm]?[jt]sx?|json|ya?ml)$/u;
const NOISE = /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/u;

/**
 * Each run is a new process, because Node keeps a module that it has loaded.
 * @param words the command line of one run
 * @returns the exit code of the last run, once the user ends the watch
 */
export async function watch(words: readonly string[], run: WatchedRun, context: Context): Promise<ExitCode> {
  const written = run.written.map((path) => resolve(context.cwd, path));
  let wake: () => void = () => undefined;
  let quiet: NodeJS.Timeout | undefined;
  let isDone = false;
  const watchers = placesOf(run, context.cwd).map((place): FSWatcher => {
    const folder = statSync(place).isDirectory() ? place : dirname(place);
    return watchFolder(folder, { recursive: true }, (_, name) => {
      const path = join(folder, name ?? "");
      if (!SOURCE.test(path) || NOISE.test(path) || written.some((own) => path.startsWith(own))) return;
      clearTimeout(quiet);
      quiet = setTimeout(() => wake(), QUIET_MS);
    });
  });
  const stop = () => {
    isDone = true;
    wake();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);

  let code: ExitCode = 0;
  while (!isDone) {
    let changed = false;
    const change = new Promise<void>((resolve) => {
      wake = () => {
        changed = true;
        resolve();
      };
    });
    const ended = await runOnce(words, context);
    // A run that Ctrl-C has ended has no exit code, so the run before it counts.
    if (ended !== null) code = ended;
    if (isDone) break;
    if (!changed) context.stderr("Waiting for a change; Ctrl-C ends.\n");
    await change;
    if (!isDone) context.stderr("\nSomething changed, running again.\n");
  }
  clearTimeout(quiet);
  for (const watcher of watchers) watcher.close();
  return code;
}

/** What a run depends on: the folder of a module adapter, and the user's own fixtures and contract. */
function placesOf({ adapter, contract, fixtures }: WatchedRun, cwd: string): readonly string[] {
  const module = /^module:(.+)$/u.exec(adapter)?.[1];
  const places = [
    module === undefined ? cwd : dirname(resolve(cwd, module.trim())),
    ...(contract?.includes("/") === true ? [resolve(cwd, contract)] : []),
    // A glob is watched from its first part without a wildcard.
    ...(fixtures ?? []).map((path) => resolve(cwd, path.replace(/(^|\/)[^/]*[*?{[].*$/u, "") || ".")),
  ];
  return [...new Set(places)].filter((place) => existsSync(place));
}

/** The words that parse into these options again. */
export function wordsOf(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    [value].flat().map((each) => (each === true ? `--${name}` : `--${name}=${String(each)}`)),
  );
}

function runOnce(words: readonly string[], { cwd }: Context): Promise<ExitCode | null> {
  const bin = join(packageRoot, "bin/nexus-conformance.js");
  const child = spawn(process.execPath, [...process.execArgv, bin, ...words], { cwd, stdio: "inherit" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(3));
    child.on("close", (code) => resolve(code as ExitCode | null));
  });
}
