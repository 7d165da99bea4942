import { expect, test } from "vitest";
import { skillCandidates } from "./skill-candidates.js";

test("a manual-only skill is never a candidate, every other is", () => {
  const skills = [{ id: "a", manual_only: true }, { id: "b", manual_only: false }, { id: "c" }];
  expect(skillCandidates({ skills })).toEqual([{ id: "b", manual_only: false }, { id: "c" }]);
});
