/** What a fixture cannot ask of a git repository. */

import { describe, expect, test } from "vitest";
import { runConformance } from "./run-conformance.js";
import { counterAdapter } from "./testing/counter-contract.js";
import { contractWith } from "./testing/counter-in-git.js";

describe("a fixture is refused that", () => {
  const messageOf = async (fixture: object) => {
    const base = { test_id: "one", description: "A case of a repository", action: { tool: "read" } };
    const contract = contractWith({ ...base, ...fixture });
    return runConformance(counterAdapter(), { contract }).then(
      () => "accepted",
      (thrown: Error) => thrown.message,
    );
  };

  test.each([
    [
      "asserts of a repository that there is not",
      { postcondition: { git: { "$.commits": 1 } } },
      "needs precondition.git",
    ],
    [
      "asserts of one where it asks for none",
      { precondition: { git: false }, postcondition: { git: { "$.commits": 1 } } },
      "needs precondition.git",
    ],
    [
      "keeps a file out that is not given",
      { precondition: { git: { uncommitted: ["a.txt"] } }, postcondition: { git: { "$.commits": 1 } } },
      '"a.txt" is none of the files',
    ],
    [
      "merges without a commit",
      { precondition: { git: { commit: false, in_progress: "merge" } }, postcondition: { git: { "$.commits": 0 } } },
      "nothing can be in progress",
    ],
    [
      "asks for something unheard of",
      { precondition: { git: { remote: "origin" } }, postcondition: { git: { "$.commits": 0 } } },
      "remote",
    ],
  ])("%s", async (_, fixture, text) => {
    expect(await messageOf(fixture)).toContain(text);
  });
});
