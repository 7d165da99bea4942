/** The moves of random sequences, and the generation of such sequences. */

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

/** What the implementation offers. */
export interface Abilities {
  readonly offers: (call: ModelCall) => boolean;
  /** Whether its sessions can be killed. */
  readonly canBeKilled: boolean;
}

/** Relative frequency of each kind of move, if the implementation and the model support it. */
interface Weights {
  readonly call: number;
  readonly concurrent: number;
  readonly edit: number;
  readonly crash: number;
  readonly restart: number;
}

/** Long sequences of calls reach deep states. Short sequences with edits and crashes reach unusual states. */
const FLAVOURS: readonly { readonly share: number; readonly longest: number; readonly weights: Weights }[] = [
  { share: 2, longest: 60, weights: { call: 94, concurrent: 3, edit: 1, crash: 1, restart: 1 } },
  { share: 3, longest: 16, weights: { call: 66, concurrent: 5, edit: 22, crash: 6, restart: 1 } },
];

/** Random sequences of moves. Half of them begin with an edit, as if another program had used the workspace before. */
export function sequences(model: Model, fc: Generators, abilities: Abilities): Arbitrary<readonly Move[]> {
  const edit = editsOf(model, fc);
  return fc.oneof(
    ...FLAVOURS.flatMap(({ share, longest, weights }) => {
      const empty = fc.array(moves(model, fc, abilities, weights), { minLength: 1, maxLength: longest, size: "max" });
      const used = edit === undefined ? empty : fc.tuple(edit, empty).map(([first, rest]) => [first, ...rest]);
      return [empty, used].map((arbitrary) => ({ weight: share, arbitrary }));
    }),
  );
}

function editsOf(model: Model, fc: Generators): Arbitrary<Move> | undefined {
  return model.edits?.(fc).map((edit): Move => ({ kind: "edit", edit }));
}

function moves(model: Model, fc: Generators, { offers, canBeKilled }: Abilities, weights: Weights): Arbitrary<Move> {
  const call = model.calls(fc).filter(offers);
  const edit = editsOf(model, fc);
  return fc.oneof(
    { weight: weights.call, arbitrary: call.map((made): Move => ({ kind: "call", call: made })) },
    { weight: weights.concurrent, arbitrary: concurrent(call, fc) },
    ...(edit === undefined ? [] : [{ weight: weights.edit, arbitrary: edit }]),
    ...(canBeKilled
      ? [
          { weight: weights.crash, arbitrary: crash(call, fc) },
          { weight: weights.restart, arbitrary: fc.constantFrom("SIGTERM", "SIGKILL").map(restart) },
        ]
      : []),
  );
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

/** All calls of a move. */
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

export function makesCalls(moves: readonly Move[]): boolean {
  return moves.some((move) => callsIn(move).length > 0);
}

/** The number of commands that a move counts as. */
export function commandsIn(move: Move): number {
  return move.kind === "concurrent" ? move.calls.length : 1;
}
