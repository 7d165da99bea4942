/** Reads the git repository that a fixture asks for. */

import type { FixtureRepository } from "../generated/fixture.js";
import type { Bindings } from "./bindings.js";
import type { GivenFiles, GivenRepository } from "./case.js";
import { readFileName } from "./read-files.js";
import type { Source } from "./source.js";

/**
 * @param data has passed its schema
 * @param given the files of the case: only those can be kept out of the commit
 * @throws NexusError for anything that its schema cannot see
 */
export function readGivenRepository(
  data: boolean | FixtureRepository,
  pointer: string,
  source: Source,
  bindings: Bindings,
  given: GivenFiles,
): GivenRepository | "none" {
  if (data === false) return "none";
  const { branch = "main", hooks = {}, in_progress, ...rest } = data === true ? {} : data;
  const files = (member: "uncommitted" | "staged") =>
    (rest[member] ?? []).map((name, index) => {
      const at = `${pointer}/${member}/${index}`;
      const file = readFileName(name, at, source, bindings);
      const isGiven = given.some((each) => each.file === file && !("text" in each && each.text === null));
      if (!isGiven) throw source.problem(at, `"${file}" is none of the files that the case begins with`);
      return file;
    });
  const hasCommit = rest.commit !== false;
  if (!hasCommit && (rest.detached === true || in_progress !== undefined)) {
    throw source.problem(pointer, "without a commit no head can be detached, and nothing can be in progress");
  }
  return {
    branch,
    isDetached: rest.detached === true,
    hasCommit,
    uncommitted: files("uncommitted"),
    staged: files("staged"),
    ...(in_progress === undefined ? {} : { inProgress: in_progress }),
    hooks,
    hasIdentity: rest.identity !== false,
  };
}
