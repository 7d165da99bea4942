/** Records the file operations of a Node program through a module that it loads before its own code. */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changesBetween } from "../workspace/snapshot.js";
import { inWorkspace } from "../workspace/workspace-error.js";
import { copyTree, MOST_BYTES } from "./copy-tree.js";
import { type HookSettings, hookFiles } from "./node-hook.js";
import { type Copies, type FileOperation, MOST_OPERATIONS, type Recorder } from "./recorder.js";

/** As the module writes it beside each copy. */
interface Written {
  readonly name: string;
  readonly paths: readonly (string | null)[];
}

export function nodeRecorder(copies: Copies): Recorder {
  const { folder, roots, given } = copies;
  const module = join(folder, "hook.cjs");
  const settings: HookSettings = { roots, given, folder, mostBytes: MOST_BYTES, mostOperations: MOST_OPERATIONS };
  inWorkspace(() => writeFileSync(module, moduleText(settings)));
  const { NODE_OPTIONS = "" } = process.env;
  const has = (mark: string) => existsSync(join(folder, mark));
  return {
    watch: { prefix: [], environment: { NODE_OPTIONS: `${NODE_OPTIONS} --require ${JSON.stringify(module)}`.trim() } },
    begin: () => inWorkspace(() => writeFileSync(join(folder, "on"), "")),
    end: () => {
      rmSync(join(folder, "on"), { force: true });
      const names = readdirSync(folder).filter((name) => /^before-.*\.json$/u.test(name));
      const written = names.sort().map((name) => {
        const { name: operation, paths } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Written;
        return {
          operation,
          paths: paths.flatMap((path) => path ?? []),
          state: join(folder, name.replace(/\.json$/u, "")),
        };
      });
      const operations: FileOperation[] = written.map(({ operation, paths }) => ({
        name: operation,
        path: paths.at(-1),
      }));
      const states = written.map(({ state }) => state);
      const isLoaded = readdirSync(folder).some((name) => name.startsWith("ready-"));
      const changed = written.flatMap(({ paths }) => paths);
      // Operations of several processes may happen at once.
      const isOfOne = new Set(states.map((state) => state.split("-").at(-1))).size <= 1;
      const isWhole = isLoaded && isOfOne && !has("overlap") && !has("limit") && explains(copies, states[0], changed);
      return { operations, states, isWhole };
    },
    close: () => undefined,
  };
}

/** Whether the recorded operations concern every file that has changed. Native code changes files without this module. */
function explains(copies: Copies, before: string | undefined, paths: readonly string[]): boolean {
  if (before === undefined) return false;
  const after = copies.take();
  if (after === undefined) return false;
  return changesBetween(copies.contentOf(before), copies.contentOf(after)).every(({ file }) =>
    paths.some((path) => file === path || file.startsWith(`${path}/`)),
  );
}

function moduleText(settings: HookSettings): string {
  // Compilers for development mark the names of functions with a helper.
  const helper = "const __name = (target) => target;";
  return `${helper}\n(${hookFiles})(require, ${copyTree}, ${JSON.stringify(settings)});\n`;
}
