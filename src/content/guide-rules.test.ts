import { expect, test } from "vitest";
import { CONTENT_RULES } from "./all-rules.js";
import { GUIDE_RULES } from "./guide-rules.js";

test("every rule of the guide is held by at least one rule here", () => {
  const held = new Set(CONTENT_RULES.map(({ guide }) => guide));
  const missing = Object.keys(GUIDE_RULES).filter((id) => !held.has(id as keyof typeof GUIDE_RULES));
  expect(missing).toEqual([]);
});

test("the guide has 23 rules, numbered without a gap", () => {
  const numbers = Array.from({ length: 23 }, (_, index) => `L${String(index + 1).padStart(2, "0")}`);
  expect(Object.keys(GUIDE_RULES)).toEqual(numbers);
});

test("every rule about the wording of a body says which rule of the guide it holds", () => {
  const silent = CONTENT_RULES.filter(
    ({ id, guide }) => /^(?:body|meta|macro|responsibility)\//.test(id) && guide === undefined,
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});
