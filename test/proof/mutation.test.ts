/** The catalogues of mutants fit the source. The campaigns over them are in the long lane. */

import { transform } from "esbuild";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Mutant, openCatalogue, openOutsideFaults, parseMutants } from "../../scripts/mutation/catalogue.js";
import { changedMutants, changesIn } from "../../scripts/mutation/changed.js";
import { command, drawn } from "../../scripts/mutation/main.js";
import { declarationOf, mutate } from "../../scripts/mutation/mutate.js";
import { occurrences, Places, tokensOf } from "../../scripts/mutation/places.js";
import { ENTERED, functionAround, LOADED, withProbes } from "../../scripts/mutation/probes.js";
import { findReferences } from "../../scripts/mutation/references.js";
import { type Results, scoreOf, unaccepted } from "../../scripts/mutation/score.js";
import { summaryOf, summaryOfOutsiders } from "../../scripts/mutation/summary.js";
import { runWords } from "../../scripts/run-script.js";
import { parseYaml } from "../../src/base/located-document.js";
import { contractFixtures } from "../../src/conformance/fixture/find-fixtures.js";
import { readFixture } from "../../src/conformance/fixture/fixture.js";

const mutant = (fault: Partial<Mutant>): Mutant => ({
  id: "fault",
  breaks: "core.plan_status.inactive",
  what: "Something is wrong.",
  at: "planStatus.run",
  change: ["run({ plan }) {", "run({ plan }) {"],
  place: "test.yml:1",
  ...fault,
});

describe.each([...findReferences().keys()])("the catalogue of %s", (id) => {
  const { mutants, contract } = openCatalogue(id);

  test("fits the source, and so do the faults of outsiders", async () => {
    const problems = await Promise.all(
      [...mutants, ...openOutsideFaults(id).mutants].map((each) =>
        mutate(id, each).then(
          () => [],
          (thrown: Error) => [thrown.message],
        ),
      ),
    );
    expect(problems.flat()).toEqual([]);
  });

  test("has a mutant for each MUST that can be judged", () => {
    const broken = new Set(mutants.map(({ breaks }) => breaks));
    const musts = [...contract.requirements.values()].filter(({ level, untested }) => level === "MUST" && !untested);
    expect(musts.map(({ id }) => id).filter((must) => !broken.has(must))).toEqual([]);
  });
});

describe("an invalid catalogue is reported in one line with its place", () => {
  const parse = (text: string) => () => parseMutants(parseYaml(text, "a.yml"), "mutants.schema.json");

  test("for a malformed entry", () => {
    expect(parse("- id: A")).toThrow(/^a\.yml:1#\/0/);
    expect(parse("[]")).toThrow(/^a\.yml:1#/);
    expect(parse("- {id: a, breaks: [b], what: It is., at: c, change: [d, e]}")).toThrow(/^a\.yml:1#\/0\/breaks/);
    expect(parse("- {id: a, breaks: b, what: It is., at: c, change: [d, e], excluded: it is known}")).toThrow(
      /excluded/,
    );
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

test("a function that is called while its module loads counts for no case, even if one loads the module", async () => {
  const text =
    "const early = () => 1; const late = () => 2; const value = early(); export default () => late() + value;";
  const { code } = await transform(withProbes("a.ts", text), { loader: "ts", format: "esm" });
  const [entered, loaded] = [new Set<string>(), new Set<string>()];
  Object.assign(globalThis, { [ENTERED]: entered, [LOADED]: loaded });
  try {
    const { default: run } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
    expect(run()).toBe(3);
  } finally {
    for (const name of [ENTERED, LOADED]) Reflect.deleteProperty(globalThis, name);
  }
  expect([...loaded]).toEqual([`a.ts:${text.indexOf("() => 1")}`]);
  expect(entered).toContain(`a.ts:${text.indexOf("() => 2")}`);
});

test("probes tell which functions run, and change nothing else", async () => {
  const text = `
    const twice = (n: number) => n * 2;
    class Sum { #all = [1, 2]; get total() { return this.#all.map((n) => ({ n: twice(n) })).length; } }
    export default () => new Sum().total;
    export function idle(n = twice(1)) { return n; }
    const kept = [3].map((n) => n + 1);`;
  const { code } = await transform(withProbes("a.ts", text), { loader: "ts", format: "esm" });
  const { default: run } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  const entered = new Set<string>();
  Object.assign(globalThis, { [ENTERED]: entered });
  try {
    expect(run()).toBe(2);
  } finally {
    Reflect.deleteProperty(globalThis, ENTERED);
  }
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.ES2022);
  const around = (part: string) => functionAround(source, text.indexOf(part), text.indexOf(part) + part.length);
  for (const part of ["n * 2", "return this", "new Sum"]) expect(entered).toContain(around(part));
  expect(entered).toHaveLength(4);
  expect(around("twice(1)")).toBe(around("return n"));
  // The result of a function that is only an argument may be kept for cases that never call it.
  expect(around("twice(n)")).toBe(around("return this"));
  expect(around("n + 1")).toBe(undefined);
  // Code that is a whole function, or is in none, runs where the function is made.
  expect([around("(n: number) => n * 2"), around("[1, 2]"), around("() => new Sum")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
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

describe("a score", () => {
  const { contract } = openCatalogue("core");
  const ofLevel = (level: string) => [...contract.requirements.values()].filter((each) => each.level === level);
  const [must, other] = ofLevel("MUST").map(({ id }) => id) as [string, string];
  const should = ofLevel("SHOULD")[0]!.id;
  const results: Results = {
    exact: { status: "killed", violated: [must], killers: ["a"] },
    broad: { status: "killed", violated: [must, other], killers: ["a", "b"] },
    elsewhere: { status: "elsewhere", violated: [other], killers: ["b"] },
    lives: { status: "survived", violated: [], killers: [] },
    equivalent: { status: "survived", violated: [], killers: [] },
    blames: { status: "killed", violated: [should, other], killers: ["c"] },
  };
  const mutants = [...Object.keys(results), "not-judged"].map((id) =>
    mutant({
      id,
      breaks: id === "blames" ? should : must,
      ...(id === "equivalent" ? { equivalent: "it cannot be told apart" } : {}),
    }),
  );

  test("counts mutants whose requirement is violated, and leaves out equivalent ones", () => {
    const { mutants: count, found, missed, musts, unproved, unprovedMusts } = scoreOf({ contract, mutants }, results);
    expect({ count, found, missed }).toEqual({ count: 5, found: 3, missed: ["elsewhere", "lives"] });
    expect(unprovedMusts).toHaveLength(musts - 1);
    expect(unproved).not.toContain(must);
    expect(unproved).not.toContain(should);
  });

  test("lists each mutant that convicts something else than what it breaks, and each SHOULD that convicts a MUST", () => {
    const { lines, isGood } = summaryOf({ contract, mutants }, results, false);
    expect(isGood).toBe(false);
    expect(lines).toEqual([
      "3 of 5 mutants found (60.0 %)",
      "  not found: elsewhere",
      "  not found: lives",
      "precision: 1 of 5 convict what they break and nothing else (20.0 %)",
      `  broad breaks ${must} and convicts ${must}, ${other}`,
      `  elsewhere breaks ${must} and convicts ${other}`,
      `  lives breaks ${must} and convicts nothing`,
      `  blames breaks ${should} and convicts ${should}, ${other}`,
      "1 that break a SHOULD or a MAY convict a MUST",
      "  blames",
    ]);
  });

  test("accepts the exceptions of the last proof, each with its convictions, but no mutant that it found", () => {
    const { exceptions } = scoreOf({ contract, mutants }, results).precision;
    const known = { broad: [must, other], elsewhere: [other], lives: [must], blames: [should] };
    const precision = { total: 5, found: 1, exceptions: known };
    expect(unaccepted(exceptions, { precision }).map((each) => each.mutant)).toEqual(["lives", "blames"]);
    expect(unaccepted(exceptions, {}).map((each) => each.mutant)).toEqual(["lives"]);
  });

  test("over faults of outsiders counts what any case finds, and wants a reason for each survivor", () => {
    const reason = "no case has such a name";
    const faults = [
      mutant({ id: "exact", survives: reason }),
      mutant({ id: "elsewhere" }),
      mutant({ id: "lives" }),
      mutant({ id: "equivalent", survives: reason }),
      mutant({ id: "broad", excluded: "no requirement fixes the order of keys" }),
    ];
    expect(summaryOfOutsiders({ contract, mutants: faults }, results)).toEqual({
      lines: [
        "recall: 2 of 4 faults of outsiders found (50.0 %), 1 excluded",
        "  survives, and the catalogue does not say why: lives",
        "  listed as a survivor, but found: exact",
      ],
      isGood: false,
    });
  });
});

test("a commit concerns the mutants whose entry, declaration or cases it changes", async () => {
  const { contract } = openCatalogue("core");
  const { file, lines } = await declarationOf("core", { at: "planStatus.run" });
  const [fixture] = contractFixtures(contract);
  const [first, second] = readFixture(fixture!, contract);
  const mutants = [
    mutant({ id: "entry", at: "taskAdd.run", breaks: "core.none", place: "a.yml:3" }),
    mutant({ id: "code", breaks: "core.none", place: "a.yml:8" }),
    mutant({ id: "case", at: "taskAdd.run", breaks: first!.verifies[0]!, place: "b.yml:1" }),
    mutant({ id: "other", at: "taskAdd.run", breaks: "core.none", place: "b.yml:6" }),
  ];
  const concerned = async (...hunks: readonly [file: string, line: number, count: number][]) => {
    const diff = hunks
      .map(([name, line, count]) => `--- a/x\n+++ b/${name}\n@@ -1 +${line},${count} @@\n+x`)
      .join("\n");
    return (await changedMutants({ contract, mutants }, changesIn(diff))).map(({ id }) => id);
  };
  expect(await concerned(["a.yml", 7, 1], ["b.yml", 1, 2], [file, lines[0] - 2, 2])).toEqual(["entry", "case"]);
  expect(await concerned([file, lines[1], 0], [fixture!.shown, second!.line - 1, 1])).toEqual(["code", "case"]);
  expect(await concerned(["c.yml", 1, 100], [fixture!.shown, 1, first!.line - 1])).toEqual([]);
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
