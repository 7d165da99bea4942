/** The catalogues of mutants fit the source. The campaigns over them are in the long lane. */

import { describe, expect, test } from "vitest";
import { type Mutant, openCatalogue, parseMutants } from "../../scripts/mutation/catalogue.js";
import { command, drawn } from "../../scripts/mutation/main.js";
import { mutate } from "../../scripts/mutation/mutate.js";
import { occurrences, Places, tokensOf } from "../../scripts/mutation/places.js";
import { findReferences } from "../../scripts/mutation/references.js";
import { scoreOf } from "../../scripts/mutation/score.js";
import { runWords } from "../../scripts/run-script.js";
import { parseYaml } from "../../src/base/located-document.js";

const mutant = (fault: Partial<Mutant>): Mutant => ({
  id: "fault",
  breaks: ["core.plan_status.inactive"],
  what: "Something is wrong.",
  at: "planStatus.run",
  change: ["run({ plan }) {", "run({ plan }) {"],
  place: "test.yml:1",
  ...fault,
});

describe.each([...findReferences().keys()])("the catalogue of %s", (id) => {
  const { mutants, contract } = openCatalogue(id);

  test("fits the source", async () => {
    const problems = await Promise.all(
      mutants.map((each) =>
        mutate(id, each).then(
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

describe("an invalid catalogue is reported in one line with its place", () => {
  const parse = (text: string) => () => parseMutants(parseYaml(text, "a.yml"));

  test("for a malformed entry", () => {
    expect(parse("- id: A")).toThrow(/^a\.yml:1#\/0/);
    expect(parse("[]")).toThrow(/^a\.yml:1#/);
  });

  test("for code that is missing, occurs twice or does not parse", async () => {
    const problemOf = (fault: Partial<Mutant>) =>
      mutate("core", mutant(fault)).then(
        () => "none",
        (thrown: Error) => thrown.message,
      );
    expect(await problemOf({})).toBe("none");
    expect(await problemOf({ at: "planStatu.run" })).toBe(
      'test.yml:1: fault: nothing is called "planStatu.run". Did you mean "planStatus"? ',
    );
    expect(await problemOf({ at: "run" })).toMatch(
      /^test\.yml:1: fault: "run" may be \S+\.run, \S+\.run, \S+\.run and others$/,
    );
    expect(await problemOf({ change: ["nowhere", ""] })).toBe(
      "test.yml:1: fault: the code is not in planStatus.run: nowhere",
    );
    expect(await problemOf({ change: ["plan", ""] })).toMatch(/: the code occurs \d+ times in planStatus\.run: plan$/);
    expect(await problemOf({ change: ["run({ plan }) {", "run({ plan }) {{{"] })).toMatch(
      /^test\.yml:1: fault is no program: /,
    );
  });
});

describe("code in a declaration is found", () => {
  const source = `
    /** one(1) */
    export const table = {
      one: { run: () => [1, 2] },
      two: {
        // a comment
        run: (planned: Plan) => call(planned,
          "a  b"), // behind
      },
    } as const;
    export class Store {
      run() { return call(planned, plan,); }
    }`;
  const places = new Places(new Map([["src/some-file.ts", source]]));
  const count = (at: string, code: string) => {
    return occurrences(tokensOf(places.find(at)), code).length;
  };

  test("in any formatting, and by whole words", () => {
    expect(count("two.run", 'call( planned , "a  b" )')).toBe(1);
    expect(count("two.run", 'call(planned, "a b")')).toBe(0);
    expect(count("two.run", "plan")).toBe(0);
    expect(count("two.run", "comment")).toBe(0);
    expect(count("Store.run", "call(planned, plan)")).toBe(1);
    expect(count("some-file", "call")).toBe(2);
    expect(count("table", "run")).toBe(2);
  });

  test("by an unambiguous name", () => {
    expect(places.find("one.run").path).toEqual(["some-file", "table", "one", "run"]);
    expect(places.find("Store").path).toEqual(["some-file", "Store"]);
    expect(() => places.find("run")).toThrow(
      '"run" may be some-file.Store.run, some-file.table.one.run, some-file.table.two.run',
    );
    expect(() => places.find("stor")).toThrow('nothing is called "stor". Did you mean "Store"?');
  });
});

test("a score counts mutants that cases of the requirement found, and leaves out equivalent ones", () => {
  const { contract } = openCatalogue("core");
  const ids = ["found", "elsewhere", "lives", "equivalent", "not-judged"];
  const mutants = ids.map((id) => mutant({ id, ...(id === "equivalent" ? { equivalent: "nobody can tell it" } : {}) }));
  const proved = ["core.plan_status.inactive"];
  const { unproved, unprovedMusts, musts, ...counts } = scoreOf(
    { contract, mutants },
    {
      found: { status: "killed", proved, violated: proved, killers: ["a"] },
      elsewhere: { status: "elsewhere", proved: [], violated: ["core.params.types"], killers: ["b"] },
      lives: { status: "survived", proved: [], violated: [], killers: [] },
      equivalent: { status: "survived", proved: [], violated: [], killers: [] },
    },
  );
  expect(counts).toEqual({ mutants: 3, found: 1, missed: ["elsewhere", "lives"] });
  expect(unprovedMusts).toHaveLength(musts - 1);
  expect(unproved).not.toContain(proved[0]);
});

test("a commit always draws the same mutants, and another commit draws others", () => {
  const mutants = Array.from({ length: 100 }, (_, index) => mutant({ id: `fault-${index}` }));
  const draw = (commit: string) => drawn(mutants, 20, commit).map(({ id }) => id);
  expect(draw("a")).toEqual(draw("a"));
  expect(new Set(draw("a")).size).toBe(20);
  expect(draw("a")).not.toEqual(draw("b"));
});

test.each([
  [["--jobs", "none"], '--jobs cannot be "none"'],
  [["--sample", "0"], '--sample cannot be "0"'],
  [["--only", "no-such-*"], "no mutant has such an id"],
  [["--draw", "no-such-commit"], 'git knows no commit "no-such-commit"'],
  [["--contract", "none"], "has no reference implementation"],
  [["--quik"], 'unknown flag "--quik"'],
])("wrong arguments are rejected: %j", async (words, problem) => {
  await expect(runWords("mutation", command, words)).rejects.toThrow(problem);
});
