import type { Params } from "../../conformance/fixture/case.js";
import type { Prediction } from "../../conformance/fuzz/model.js";
import type { Actor } from "./actors.js";
import type { Thread, ThreadState } from "./state.js";

/** A call whose caller and form are in order, about a thread to which the caller has access. */
export interface Asked {
  readonly state: ThreadState;
  readonly params: Params;
  readonly actor: Actor;
  /** Of the thread that the call names, counted from 1. */
  readonly number: number;
  readonly thread: Thread;
}

/** What comes of it; a list of codes refuses it, and of several choices any will do. */
export type Outcome =
  | Prediction<ThreadState>
  | { readonly refused: readonly string[] }
  | { readonly choices: readonly Prediction<ThreadState>[] };
