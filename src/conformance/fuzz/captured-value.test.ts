import { expect, test } from "vitest";
import { asFixture } from "./as-fixture.js";
import { asFixtureData, captured } from "./captured-value.js";
import type { Model } from "./model.js";

test("braces in texts and names of members get a backslash", () => {
  expect(asFixtureData({ "{{a}}": ["x {{b}} \\{{c}} {d}", 1, null] }, new Set())).toEqual({
    "\\{{a}}": ["x \\{{b}} \\\\{{c}} {d}", 1, null],
  });
});

test("a captured value is a use of its name after an answer has shown it, and its substitute before", () => {
  const params = { id: captured("door_1", "no {{door}}"), list: [captured("door_2", 7)] };
  expect(asFixtureData(params, new Set(["door_1"]))).toEqual({ id: "{{door_1}}", list: [7] });
  expect(asFixtureData(params, new Set())).toEqual({ id: "no \\{{door}}", list: [7] });
  expect(asFixtureData(params, new Set(), "text")).toEqual({ id: "no {{door}}", list: [7] });
  expect(JSON.stringify(params.id)).toBe('"{{door_1}}"');
});

/** Doors get unpredictable ids. */
const doors: Model<number> = {
  initial: 0,
  calls: (fc) => fc.constant({ tool: "open", params: {} }),
  predict: (state, call) =>
    "tool" in call && call.tool === "make"
      ? { next: state + 1, capture: { [`door_${state + 1}`]: "$.id" } }
      : { next: state, assert_return: { "$.is_open": true } },
  files: () => ({}),
};

const make = { kind: "call", call: { tool: "make", params: {} } } as const;
const open = { kind: "call", call: { tool: "open", params: { id: captured("door_1", "none") } } } as const;

test("a fixture uses ids that one of its steps captures", () => {
  const { steps } = asFixture(doors, [open, make, open], [true, true, true], { test_id: "a", description: "doors" });
  expect(steps).toEqual([
    { action: { tool: "open", params: { id: "none" } }, assert_return: { "$.is_open": true } },
    { action: { tool: "make", params: {} }, capture: { door_1: "$.id" } },
    { action: { tool: "open", params: { id: "{{door_1}}" } }, assert_return: { "$.is_open": true } },
  ]);
});

test("an id from concurrent calls is used although no step captures it, so that reading the fixture is an error", () => {
  const both = { kind: "concurrent", calls: [make.call, make.call], processes: 2 } as const;
  const { steps } = asFixture(doors, [both, open], [undefined, true], { test_id: "a", description: "doors" });
  expect(steps?.[1]).toMatchObject({ action: { params: { id: "{{door_1}}" } } });
});
