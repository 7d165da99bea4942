import { expect, test } from "vitest";
import adapter from "./adapter.js";
import { NO_PROCESS, othersIn } from "./testing/others-in.js";

test("on SQLite the service conforms as judged and meets every SHOULD", async () => {
  const { passed, ...rest } = await othersIn(adapter, { seed: 20 });
  expect(rest).toEqual({ verdict: "conforms-as-judged", reasons: [NO_PROCESS] });
  expect(passed).toBeGreaterThan(550);
}, 600_000);
