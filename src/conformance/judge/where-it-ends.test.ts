import { expect, test } from "vitest";
import { parsePath } from "../../base/json-path.js";
import { whereItEnds } from "./where-it-ends.js";

const state = { cycles: [{ plan: null, names: { "a b": {} } }], deps: [1, 2] };

test.each([
  ["$.cycles[1].plan.topic", "$.cycles has 1 entry"],
  ["$.cycles[-2].plan", "$.cycles has 1 entry"],
  ["$.deps[2]", "$.deps has 2 entries"],
  ["$.cycles[-1].tasks[0].title", "there is no $.cycles[-1].tasks"],
  ["$.cycles[0].names['a b'].of.me", "there is no $.cycles[0].names['a b'].of"],
  ["$.cycles[0].archived", undefined],
  ["$.cycles[0].plan.topic", undefined],
])("%s leads nowhere: %s", (path, ends) => {
  expect(whereItEnds(parsePath(path, {} as never), state)).toBe(ends);
});
