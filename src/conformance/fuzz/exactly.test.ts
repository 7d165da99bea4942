import { expect, test } from "vitest";
import { exactly, matching } from "./exactly.js";

test("members are asserted one by one, lists as a whole, and unpredictable parts by matchers", () => {
  const time = matching({ type: "iso8601" });
  const value = {
    id: 1,
    none: null,
    gone: undefined,
    list: [{ a: 1 }],
    deep: { "a b": [], at: time },
    tasks: [{ at: time }, { n: 2 }],
  };
  expect(exactly(value)).toEqual({
    $: { type: "object" },
    "$.id": 1,
    "$.none": { type: "null" },
    "$.gone": { absent: true },
    "$.list": [{ a: 1 }],
    "$.deep": { type: "object" },
    "$.deep['a b']": [],
    "$.deep.at": { type: "iso8601" },
    "$.tasks.length": 2,
    "$.tasks[0]": { type: "object" },
    "$.tasks[0].at": { type: "iso8601" },
    "$.tasks[1]": { type: "object" },
    "$.tasks[1].n": 2,
  });
});
