import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Generators } from "../../conformance/fuzz/model.js";
import { callsIn, type Move, sequences } from "../../conformance/fuzz/move.js";
import model from "./index.js";
import { METHODS } from "./params.js";
import { isDisputed, type ThreadState } from "./state.js";

interface Tried {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly before: ThreadState;
  /** Undefined where it is accepted; true where several reasons refuse it. */
  readonly refusal: unknown;
  readonly changes: boolean;
}

let tried: readonly Tried[] = [];

/** The calls of some sequences, each after the other, as the model answers them. */
beforeAll(() => {
  const moves = sequences(model as never, fc as unknown as Generators, { offers: () => true, canBeKilled: false });
  const made = fc.sample(moves as unknown as fc.Arbitrary<readonly Move[]>, { numRuns: 500, seed: 1 });
  tried = made.flatMap((sequence) => {
    let state = model.initial;
    return sequence.flatMap(callsIn).map((call, index): Tried => {
      const before = state;
      const [prediction] = [model.predict(state, call, String(index))].flat();
      state = prediction?.next ?? state;
      const error = prediction?.assert_error;
      const refusal = typeof error === "object" ? error.code : error;
      const method = "tool" in call ? call.tool : "";
      return { method, params: call.params, before, refusal, changes: state !== before };
    });
  });
});

test("each method accepts some calls and refuses some, and a fair part is accepted", () => {
  expect(tried.length).toBeGreaterThan(5_000);
  const accepted = tried.filter(({ refusal }) => refusal === undefined);
  expect(accepted.length / tried.length).toBeGreaterThan(0.35);
  expect([...new Set(accepted.map(({ method }) => method))].sort()).toEqual([...METHODS].sort());
  const refused = tried.filter(({ refusal }) => refusal !== undefined);
  expect([...new Set(refused.map(({ method }) => method))].sort()).toEqual([...METHODS].sort());
});

test("every code comes that a call can earn without a runtime and a quota", () => {
  const codes = tried.map(({ refusal }) => refusal).filter((code) => typeof code === "string");
  expect([...new Set(codes)].sort()).toEqual([
    "CLAIM_MISMATCH",
    "CONFLICT",
    "FORBIDDEN",
    "IDEMPOTENCY_CONFLICT",
    "INSUFFICIENT_AUTHORITY",
    "NOT_FOUND",
    "OUT_OF_SCOPE_WORKSPACE",
    "UNAUTHORIZED",
    "VALIDATION_ERROR",
  ]);
});

test("sequences reach disputes, closed threads, retries, cursors and pages", () => {
  const threads = tried.flatMap(({ before }) => before.threads);
  expect(threads.some(isDisputed)).toBe(true);
  expect(new Set(threads.map(({ status }) => status)).size).toBe(4);
  expect(threads.some(({ cursors }) => Object.keys(cursors).length > 1)).toBe(true);
  expect(threads.some(({ messages }) => messages.some(({ repliesTo }) => repliesTo !== undefined))).toBe(true);
  const posts = tried.filter(({ method, refusal }) => method === "post_message" && refusal === undefined);
  expect(posts.filter(({ changes }) => !changes).length).toBeGreaterThan(10);
});
