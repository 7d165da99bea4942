/** The tokens for names of folders in the paths of a contract and its fixtures. */

import type { Tokens } from "../notation/file-path.js";

/** A contract with a namespace lets each implementation keep its own files below a folder with its name. */
export interface Namespace {
  /** Name of the token that paths use for it. */
  readonly token: string;
  /** The parameter with which an event can name another namespace. */
  readonly param?: string;
}

/** The values of all tokens. @param name the namespace of the implementation */
export function tokensOf(
  { stateRoot, namespace }: { readonly stateRoot: string; readonly namespace?: Namespace },
  name: string,
): Tokens {
  return { STATE_ROOT: stateRoot, ...(namespace === undefined ? {} : { [namespace.token]: name }) };
}
