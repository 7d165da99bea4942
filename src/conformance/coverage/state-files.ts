/** The state files of a contract, whatever the names of the folders that it leaves open. */

import { basename } from "node:path";
import { compileGlob } from "../../base/glob.js";
import type { Contract, Operation, StateFile } from "../contract/contract.js";
import { fillTokens } from "../notation/file-path.js";

export interface KnownStateFile extends StateFile {
  /** The name of its schema, by which coverage and claims call it. */
  readonly of: string;
  readonly matches: (file: string) => boolean;
  readonly mayBeWrittenBy: (operation: Operation) => boolean;
}

export function stateFiles({ stateRoot, state }: Contract): readonly KnownStateFile[] {
  const globOf = (path: string) => fillTokens(path, { STATE_ROOT: stateRoot, HARNESS_ID: "*" });
  return state.map((file) => {
    const glob = globOf(file.path);
    const example = glob.replaceAll("*", "x");
    return {
      ...file,
      of: basename(file.schema),
      matches: compileGlob(glob),
      mayBeWrittenBy: ({ writes = [] }) => writes.some((each) => compileGlob(globOf(each))(example)),
    };
  });
}
