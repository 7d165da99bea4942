/** The tokens that stand for folder names in the paths of a contract and its fixtures. */

import type { Tokens } from "../notation/file-path.js";

/** Where an implementation keeps files of its own. */
export interface Namespace {
  /** The token in paths that stands for its name. */
  readonly token: string;
  /** The parameter with which an event names another one. */
  readonly param?: string;
}

/** @param name of the namespace */
export function tokensOf(
  { stateRoot, namespace }: { readonly stateRoot: string; readonly namespace?: Namespace },
  name: string,
): Tokens {
  return { STATE_ROOT: stateRoot, ...(namespace === undefined ? {} : { [namespace.token]: name }) };
}
