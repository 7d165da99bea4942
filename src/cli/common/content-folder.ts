import { resolve } from "node:path";
import fastGlob from "fast-glob";
import { packageRoot } from "../../base/package-root.js";
import type { Context } from "../frame/command.js";

/** Files that only content has. A project may have folders called agents and skills with something else in them. */
const CONTENT = ["vocabulary/*", "{agents,skills}/*/{meta.yml,body.md}"];

/** The named folder, or the working directory if it holds content, or else the installed package. */
export function contentFolder(named: string | undefined, { cwd }: Context): string {
  if (named !== undefined) return resolve(cwd, named);
  // The vocabulary first: most content has one, and then thousands of definitions need not be listed.
  return CONTENT.some((pattern) => fastGlob.sync(pattern, { cwd }).length > 0) ? cwd : packageRoot;
}
