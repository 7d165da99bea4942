/** One thing that happens in a random sequence, and how such sequences are made. */

import type { Arbitrary, FileEdit, Generators, Model, ModelCall } from "./model.js";

export type Move =
  | { readonly kind: "call"; readonly call: ModelCall }
  | { readonly kind: "concurrent"; readonly calls: readonly ModelCall[]; readonly processes: number }
  | { readonly kind: "edit"; readonly edit: FileEdit }
  | {
      readonly kind: "restart";
      readonly signal: "SIGTERM" | "SIGKILL";
      readonly during?: ModelCall;
      readonly after?: "first-write" | number;
    };

/** What the implementation that is tried lets itself be asked. */
export interface Abilities {
  readonly offers: (call: ModelCall) => boolean;
  /** Whether its sessions can be killed. */
  readonly canBeKilled: boolean;
}

/** How many of a hundred moves are of each kind, where the implementation and the model know it. */
const WEIGHTS = { call: 88, concurrent: 4, edit: 5, crash: 2, restart: 1 } as const;

/** Long enough to reach a history of several cycles, short enough to meet many different ones. */
const LONGEST = 60;

/** Random sequences of moves. */
export function sequences(model: Model, fc: Generators, { offers, canBeKilled }: Abilities) {
  const call = model.calls(fc).filter(offers);
  const choices: { readonly weight: number; readonly arbitrary: Arbitrary<Move> }[] = [
    { weight: WEIGHTS.call, arbitrary: call.map((made): Move => ({ kind: "call", call: made })) },
    { weight: WEIGHTS.concurrent, arbitrary: concurrent(call, fc) },
  ];
  const edits = model.edits?.(fc);
  if (edits !== undefined) {
    choices.push({ weight: WEIGHTS.edit, arbitrary: edits.map((edit): Move => ({ kind: "edit", edit })) });
  }
  if (canBeKilled) {
    choices.push({ weight: WEIGHTS.crash, arbitrary: crash(call, fc) });
    choices.push({ weight: WEIGHTS.restart, arbitrary: fc.constantFrom("SIGTERM", "SIGKILL").map(restart) });
  }
  return fc.array(fc.oneof(...choices), { minLength: 1, maxLength: LONGEST, size: "max" });
}

function concurrent(call: Arbitrary<ModelCall>, fc: Generators): Arbitrary<Move> {
  return fc
    .tuple(fc.array(call, { minLength: 2, maxLength: 3, size: "max" }), fc.integer({ min: 2, max: 3 }))
    .map(([calls, processes]) => ({ kind: "concurrent", calls, processes: Math.min(processes, calls.length) }));
}

function crash(call: Arbitrary<ModelCall>, fc: Generators): Arbitrary<Move> {
  const when = fc.oneof<"first-write" | number>(fc.constant("first-write"), fc.integer({ min: 0, max: 20 }));
  return fc.tuple(call, when).map(([during, after]) => ({ kind: "restart", signal: "SIGKILL", during, after }));
}

function restart(signal: "SIGTERM" | "SIGKILL"): Move {
  return { kind: "restart", signal };
}

/** Everything that a move asks of the implementation. */
export function callsIn(move: Move): readonly ModelCall[] {
  switch (move.kind) {
    case "call":
      return [move.call];
    case "concurrent":
      return move.calls;
    case "restart":
      return move.during === undefined ? [] : [move.during];
    case "edit":
      return [];
  }
}

/** How many commands a move counts as. */
export function commandsIn(move: Move): number {
  return move.kind === "concurrent" ? move.calls.length : 1;
}
