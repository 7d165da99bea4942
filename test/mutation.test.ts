/** The catalogues of mutants fit the source; what the campaign makes of them is in the long lane. */

import { describe, expect, test } from "vitest";
import { type Mutant, openCatalogue, parseMutants } from "../scripts/mutation/catalogue.js";
import { drawn, main } from "../scripts/mutation/main.js";
import { mutate } from "../scripts/mutation/mutate.js";
import { CONTRACTS } from "../scripts/mutation/references.js";
import { scoreOf } from "../scripts/mutation/score.js";
import { parseYaml } from "../src/located-document.js";

const PLAN_STATUS = "packages/harness/src/tools/plan-status.ts";

const mutant = (fault: Partial<Mutant>): Mutant => ({
  id: "fault",
  breaks: ["core.plan_status.inactive"],
  what: "Something is wrong.",
  file: PLAN_STATUS,
  find: "run({ plan }) {",
  replace: "run({ plan }) {",
  place: "test.yml:1",
  ...fault,
});

describe.each(CONTRACTS)("the catalogue of %s", (id) => {
  const { mutants, contract } = openCatalogue(id);

  test("fits the source", async () => {
    const problems = await Promise.all(
      mutants.map((each) =>
        mutate(each).then(
          () => [],
          (thrown: Error) => [thrown.message],
        ),
      ),
    );
    expect(problems.flat()).toEqual([]);
  });

  test("has a mutant for each MUST that can be judged", () => {
    const broken = new Set(mutants.flatMap(({ breaks }) => breaks));
    const musts = [...contract.requirements.values()].filter(({ level, untested }) => level === "MUST" && !untested);
    expect(musts.map(({ id }) => id).filter((must) => !broken.has(must))).toEqual([]);
  });
});

describe("a catalogue that cannot be used is told in one line, with its place", () => {
  const parse = (text: string) => () => parseMutants(parseYaml(text, "a.yml"));

  test("an entry that is malformed", () => {
    expect(parse("- id: A")).toThrow(/^a\.yml:1#\/0/);
    expect(parse("[]")).toThrow(/^a\.yml:1#/);
  });

  test("a text that does not stand in the source, stands there twice, or makes no program", async () => {
    expect(await mutate(mutant({}))).toMatchObject({ file: PLAN_STATUS });
    await expect(mutate(mutant({ find: "nowhere" }))).rejects.toThrow(
      `test.yml:1: fault: the text to find does not stand in ${PLAN_STATUS}`,
    );
    await expect(mutate(mutant({ find: "plan" }))).rejects.toThrow(/stands \d+ times/);
    await expect(mutate(mutant({ replace: "run({ plan }) {{{" }))).rejects.toThrow(
      /^test\.yml:1: fault is no program: /,
    );
  });
});

test("a score counts what the cases of a requirement have found, and nothing that nobody could tell", () => {
  const { contract } = openCatalogue("core");
  const ids = ["found", "elsewhere", "lives", "equivalent", "not-judged"];
  const mutants = ids.map((id) => mutant({ id, ...(id === "equivalent" ? { equivalent: "nobody can tell it" } : {}) }));
  const proved = ["core.plan_status.inactive"];
  const { unproved, unprovedMusts, musts, ...counts } = scoreOf(
    { contract, mutants },
    {
      found: { status: "killed", proved, killers: ["a"] },
      elsewhere: { status: "elsewhere", proved: [], killers: ["b"] },
      lives: { status: "survived", proved: [], killers: [] },
      equivalent: { status: "survived", proved: [], killers: [] },
    },
  );
  expect(counts).toEqual({ mutants: 3, found: 1, missed: ["elsewhere", "lives"] });
  expect(unprovedMusts).toHaveLength(musts - 1);
  expect(unproved).not.toContain(proved[0]);
});

test("a commit draws the same mutants each time, and another commit others", () => {
  const mutants = Array.from({ length: 100 }, (_, index) => mutant({ id: `fault-${index}` }));
  const draw = (commit: string) => drawn(mutants, 20, commit).map(({ id }) => id);
  expect(draw("a")).toEqual(draw("a"));
  expect(new Set(draw("a")).size).toBe(20);
  expect(draw("a")).not.toEqual(draw("b"));
});

test.each([
  [["--jobs", "none"], '--jobs cannot be "none"'],
  [["--sample", "0"], '--sample cannot be "0"'],
  [["--only", "no-such-*"], "no mutant is so named"],
  [["--contract", "none"], "there is no catalogue"],
  [["--quik"], "Unknown option '--quik'"],
])("words that cannot be used are refused: %j", async (words, problem) => {
  await expect(main(words)).rejects.toThrow(problem);
});
