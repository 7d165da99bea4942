import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageRoot } from "../../base/package-root.js";
import { AUTHORED_FOLDERS } from "../../content/read/content-files.js";
import type { Context } from "../frame/command.js";

/** The named folder, or the working directory if it holds content, or else the installed package. */
export function contentFolder(named: string | undefined, { cwd }: Context): string {
  if (named !== undefined) return resolve(cwd, named);
  const here = AUTHORED_FOLDERS.some((folder) => existsSync(join(cwd, folder)));
  return here ? cwd : packageRoot;
}
