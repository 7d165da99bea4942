/** Models that cannot be loaded, and models that fail while they are asked. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planFor } from "../run/plan.js";
import { leaseAdapter } from "../testing/lease-contract.js";
import { leaseContractWithModel, modelOfOneCall } from "../testing/lease-model.js";
import { fuzz } from "./fuzz.js";

test.each([
  ["predict: () => { throw new Error('no such key') },", "predict(): no such key"],
  ["predict: () => [],", "predict(): it returned no prediction with a next state"],
  ["predict: async (state) => ({ next: state }),", "predict(): it returned no prediction with a next state"],
  [
    "predict: (state) => ({ next: state, assert_return: { 'total': 1 } }),",
    'predict(): /assert_return/total: "total" is not a path',
  ],
  ["files: () => null,", "files(): it returned no files"],
  [
    "predict: () => ({ next: 1, assert_error: true }), files: (state) => ({ 'store.json': state === 0 ? null : { rev: 1 } }),",
    "files(): /assert_state",
  ],
  ["calls: () => 1,", "calls(): it returned no arbitrary"],
  ["calls: (fc) => fc.constant(1).map(() => { throw new Error('no call') }),", "calls() or edits(): no call"],
  ["calls: (fc) => fc.constant({ tool: 'get', params: { key: 1 } }), crashed: () => [],", "crashed(): it returned no"],
  ["edits: (fc) => fc.constant({ write_files: { '../x': {} } }), edited: (state) => state,", "edits(): /write_files"],
])("a model with %s has failed itself", async (members, words) => {
  const plan = planFor(leaseAdapter(), { contract: modelOfOneCall(members) });
  await expect(fuzz(plan, { runs: 3000, seed: 1 })).rejects.toMatchObject({
    code: "NXC_MODEL_FAILED",
    exitCode: 2,
    message: expect.stringContaining(`the model failed in ${words}`),
    where: expect.stringMatching(/model\.mjs$/u),
  });
});

test.each([
  ["a missing model", undefined, "NXC_MODEL_NOT_FOUND"],
  ["a model that throws", "throw new Error('x')", "NXC_MODEL_LOAD"],
  ["a model without a default", "export const model = {};", "NXC_MODEL_SHAPE"],
  ["a model without a state", "export default { calls() {}, predict() {}, files() {} };", "NXC_MODEL_SHAPE"],
  ["a model that predicts nothing", "export default { initial: {}, calls() {}, files() {} };", "NXC_MODEL_SHAPE"],
  [
    "edits whose outcome the model does not know",
    "export default { initial: {}, calls() {}, predict() {}, files() {}, edits() {} };",
    "NXC_MODEL_SHAPE",
  ],
])("nothing can be compared with %s", async (_, text, code) => {
  const folder = leaseContractWithModel(text ?? "");
  if (text === undefined) {
    rmSync(join(folder, "model.mjs"));
  }
  const plan = planFor(leaseAdapter(), { contract: folder });
  await expect(fuzz(plan, { runs: 10, seed: 1 })).rejects.toMatchObject({ code, exitCode: 2 });
});
