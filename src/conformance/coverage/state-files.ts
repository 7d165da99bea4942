/** The state files of a contract, with any harness id. */

import { basename } from "node:path";
import { compileGlob } from "../../base/glob.js";
import type { Contract, Operation, StateFile } from "../contract/contract.js";
import { tokensOf } from "../contract/tokens.js";
import { fillTokens } from "../notation/file-path.js";

export interface KnownStateFile extends StateFile {
  /** File name of its schema, by which coverage and claims refer to it. */
  readonly of: string;
  readonly matches: (file: string) => boolean;
  readonly mayBeWrittenBy: (operation: Operation) => boolean;
}

export function stateFiles(contract: Contract): readonly KnownStateFile[] {
  const tokens = tokensOf(contract, "*");
  const globOf = (path: string) => fillTokens(path, tokens);
  return contract.state.map((file) => {
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
