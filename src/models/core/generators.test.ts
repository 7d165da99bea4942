import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Generators } from "../../conformance/fuzz/model.js";
import { callsIn, type Move, sequences } from "../../conformance/fuzz/move.js";
import model from "./index.js";
import { PARAMS } from "./params.js";
import { type CoreState, contentOf } from "./state.js";

interface Tried {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly before: CoreState;
  readonly isAccepted: boolean;
}

let made: readonly (readonly Move[])[] = [];
let tried: readonly Tried[] = [];

/** The calls of some sequences, each after the other, as the model answers them. */
beforeAll(() => {
  const moves = sequences(model as never, fc as unknown as Generators, { offers: () => true, canBeKilled: false });
  made = fc.sample(moves as unknown as fc.Arbitrary<readonly Move[]>, { numRuns: 600, seed: 1 });
  tried = made.flatMap((sequence) => {
    let state = model.initial;
    return sequence.flatMap((move, index) => {
      if (move.kind === "edit" && model.edited !== undefined) state = model.edited(state, move.edit);
      return callsIn(move).map((call, at): Tried => {
        const before = state;
        const [prediction] = [model.predict(state, call, `${index}_${at}`)].flat();
        state = prediction?.next ?? state;
        const isAccepted = prediction !== undefined && prediction.assert_error === undefined;
        return { tool: "tool" in call ? call.tool : "", params: call.params, before, isAccepted };
      });
    });
  });
});

test("more than half of the calls are accepted, and each tool accepts some and refuses some", () => {
  expect(tried.length).toBeGreaterThan(5_000);
  expect(tried.filter(({ isAccepted }) => isAccepted).length / tried.length).toBeGreaterThan(0.53);
  const share = (tool: string, accepted: boolean) =>
    tried.filter((each) => each.tool === tool && each.isAccepted === accepted).length / tried.length;
  for (const tool of Object.keys(PARAMS)) {
    expect({ tool, isOften: share(tool, true) > 0.015, isRefused: share(tool, false) > 0.001 }).toEqual({
      tool,
      isOften: true,
      isRefused: true,
    });
  }
});

test("sequences begin in a workspace in which others have worked, and in an empty one", () => {
  const used = made.filter(([first]) => first?.kind === "edit").length / made.length;
  expect(used).toBeGreaterThan(0.4);
  expect(used).toBeLessThan(0.7);
});

test("files of others are odd in every way that a tool could trip over", () => {
  const accepted = (...tools: readonly string[]) =>
    tried.filter(({ tool, isAccepted }) => isAccepted && tools.includes(tool)).map(({ before }) => before);
  const highestIsLast = (items: readonly { readonly id: number }[] = []) =>
    items.length < 2 || Math.max(...items.map(({ id }) => id)) === items.at(-1)?.id;
  const decided = accepted("plan_decide").map(({ plan }) => contentOf(plan));
  expect(decided.filter((plan) => plan?.research_summary === undefined).length).toBeGreaterThan(5);
  const added = accepted("plan_update").map(({ plan }) => contentOf(plan)?.issues);
  expect(added.filter((issues) => !highestIsLast(issues)).length).toBeGreaterThan(5);
  const listed = accepted("task_add").map(({ tasks }) => contentOf(tasks)?.tasks);
  expect(listed.filter((tasks) => !highestIsLast(tasks)).length).toBeGreaterThan(5);
  const labelled = accepted("history_search").map(({ history }) => Object.values(contentOf(history) ?? {})[0]);
  expect(labelled.filter((first) => Array.isArray(first) && first[0] === "x").length).toBeGreaterThan(3);
  const searched = accepted("history_search").map(({ history }) => contentOf(history)?.cycles?.length ?? 0);
  expect(searched.filter((cycles) => cycles > 10).length).toBeGreaterThan(10);
});

test("names and contents of artifacts are such as a tool could change", () => {
  const written = tried.filter(({ tool, isAccepted }) => tool === "artifact_write" && isAccepted);
  const [names, contents] = ["filename", "content"].map((name) => written.map(({ params }) => String(params[name])));
  for (const form of [/%/u, /^\./u, /[A-Z]/u, /(?:.*\/){4}/u, /[^ -~]/u]) {
    expect({ form, isTried: names?.some((name) => form.test(name)) }).toEqual({ form, isTried: true });
  }
  for (const form of [/^$/u, /\r\n/u, /^\uFEFF/u, /\u0301/u, / $/u, /\n$/u, /^.{17000}/su]) {
    expect({ form, isTried: contents?.some((content) => form.test(content)) }).toEqual({ form, isTried: true });
  }
  const extra = tried.flatMap(({ tool, params }) =>
    Object.keys(params).filter((name) => !Object.keys(PARAMS[tool as keyof typeof PARAMS]).includes(name)),
  );
  expect(extra).toEqual(expect.arrayContaining(["issueId", "TITLE"]));
});

test("searches look for texts that would find something as patterns", () => {
  const queries = tried.filter(({ tool }) => tool === "history_search").map(({ params }) => params["query"]);
  expect(queries).toEqual(expect.arrayContaining(["ind.x", "(index|search)"]));
});

test("a name that is refused is repeated, unless it has to be told in other words", () => {
  const refusal = (filename: string) => {
    const call = { tool: "artifact_write", params: { filename, content: "" } };
    return [model.predict(model.initial, call, "1")].flat().map(({ assert_error }) => assert_error);
  };
  expect(refusal("../a.md")).toEqual([{ mentions: ["../a.md"] }]);
  for (const name of ["a\0b", "a\\b", "n".repeat(300)]) expect(refusal(name)).toEqual([true]);
});

test("every parameter is tried with several invalid values", () => {
  for (const [tool, table] of Object.entries(PARAMS)) {
    for (const name of Object.keys(table)) {
      const wrong = tried.filter((each) => each.tool === tool && !each.isAccepted && name in each.params);
      const values = new Set(wrong.map(({ params }) => JSON.stringify(params[name])));
      expect({ tool, name, isTried: values.size > 1 }).toEqual({ tool, name, isTried: true });
    }
  }
});
