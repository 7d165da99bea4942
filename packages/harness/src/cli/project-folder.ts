import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Refused } from "@nexus-core/service/command-line/refused";

/**
 * The absolute path of a project.
 * @param program whose help names the flag
 * @throws Refused for a folder that does not exist; none is made
 */
export function projectFolder(path: string, program: string): string {
  if (path === "") throw projectRefused("the project folder has no name", program);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw projectRefused(`the project folder ${path} does not exist`, program);
  if (!stats.isDirectory()) throw projectRefused(`the project ${path} is not a folder`, program);
  return resolve(path);
}

export function projectRefused(problem: string, program: string): Refused {
  return new Refused(2, `${problem}. Name the folder of a project with --project DIR. See ${program} --help.`);
}
