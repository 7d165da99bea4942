import { expect, test } from "vitest";
import { asFixture } from "./as-fixture.js";
import { expectationOf } from "./expectation.js";
import type { Model } from "./model.js";

const branch = (answer: object, files = {}) => ({ next: 0, answers: [{ next: 0, ...answer }], files });

test("with several branches only what they have in common is expected", () => {
  const one = branch({ assert_return: { "$.id": 1, "$.n": 1 } }, { "a.json": { "$.n": 1 }, "b.json": null });
  const other = branch({ assert_return: { "$.id": 1, "$.n": 2 } }, { "a.json": { "$.n": 2 }, "b.json": null });
  expect(expectationOf([one, other], new Set())).toEqual({
    assert_return: { "$.id": 1 },
    assert_state: { "b.json": null },
  });
});

test("for a value that no answer has shown, only the rest of the matcher is expected", () => {
  const made = branch({ assert_return: { "$.at": { type: "iso8601", same_as: "at_1" } } });
  expect(expectationOf([made], new Set())).toEqual({ assert_return: { "$.at": { type: "iso8601" } } });
  expect(expectationOf([made], new Set(["at_1"]))).toEqual({
    assert_return: { "$.at": { type: "iso8601", same_as: "at_1" } },
  });
});

/** A counter whose contract allows `add` to be refused. */
const counter: Model<number> = {
  initial: 0,
  calls: (fc) => fc.constant({ tool: "add", params: { text: "{{x}}" } }),
  predict: (state, _call, key) => [
    { next: state, assert_error: true },
    {
      next: state + 1,
      assert_return: { "$.total": state + 1, "$.at": { type: "iso8601" } },
      capture: { [`at_${key}`]: "$.at" },
    },
  ],
  files: (total) => ({ "total.json": total === 0 ? null : { "$.total": total } }),
};

test("a fixture expects what the implementation chose, and of concurrent calls only what every order allows", () => {
  const call = { tool: "add", params: { text: "{{x}}" } };
  const moves = [{ kind: "call", call } as const, { kind: "concurrent", calls: [call, call], processes: 2 } as const];
  const about = { test_id: "fuzz_1", description: "for the test" };
  expect(asFixture(counter as Model, moves, [true, undefined], about)).toEqual({
    ...about,
    steps: [
      {
        action: { tool: "add", params: { text: "\\{{x}}" } },
        assert_return: { "$.total": 1, "$.at": { type: "iso8601" } },
        assert_state: { "total.json": { "$.total": 1 } },
        capture: { at_1: "$.at" },
      },
      {
        concurrent: {
          calls: [
            { action: { tool: "add", params: { text: "\\{{x}}" } } },
            { action: { tool: "add", params: { text: "\\{{x}}" } } },
          ],
          processes: 2,
        },
        assert_outcomes: { ok: { min: 0 } },
      },
    ],
  });
  // Without captured values and concurrent calls, braces of a foreign fixture are plain text.
  expect(asFixture(counter as Model, moves.slice(0, 1), [false], about).steps).toEqual([
    { action: { tool: "add", params: { text: "{{x}}" } }, assert_error: true },
  ]);
});
