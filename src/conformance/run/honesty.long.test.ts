/** Broken implementations on every contract that ships, each on one case of every requirement. */

import { describe, expect, test } from "vitest";
import { findContracts, loadContractFrom } from "../contract/contract.js";
import { expectNoPass } from "../testing/expect-no-pass.js";
import { FAKES } from "../testing/fakes.js";
import { oneCaseEach } from "../testing/one-case-each.js";

// By their names, so that they are read once for all fakes.
describe.each([...findContracts()])("%s", (contract, folder) => {
  const { surfaces } = loadContractFrom(folder);
  const run = oneCaseEach({ contract });

  test("has a case of most of its requirements", () => {
    expect(run.length).toBeGreaterThan(50);
  });

  test.each(FAKES.map((fake) => [fake.name, fake] as const))("an implementation that is %s scores no pass", (_, fake) =>
    // It offers all that there is: what is not offered would prove nothing of it.
    expectNoPass({ ...fake, surfaces }, { contract, run }),
  );
});
