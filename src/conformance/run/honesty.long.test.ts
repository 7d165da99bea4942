/** Runs broken implementations on every shipped contract, with one case per requirement. */

import { describe, expect, test } from "vitest";
import { findContracts, loadContractFrom } from "../contract/contract.js";
import { expectNoPass } from "../testing/expect-no-pass.js";
import { FAKES } from "../testing/fakes.js";
import { oneCaseEach } from "../testing/one-case-each.js";

// Named by id, so that each contract is read once for all fakes.
describe.each([...findContracts()])("%s", (contract, folder) => {
  const { surfaces } = loadContractFrom(folder);
  const run = oneCaseEach({ contract });

  test("has a case for most of its requirements", () => {
    expect(run.length).toBeGreaterThan(50);
  });

  test.each(FAKES.map((fake) => [fake.name, fake] as const))("an implementation that is %s scores no pass", (_, fake) =>
    // It claims to offer everything, because cases that are not offered would be skipped.
    expectNoPass({ ...fake, surfaces }, { contract, run }),
  );
});
