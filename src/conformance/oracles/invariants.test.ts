import { expect, test } from "vitest";
import { parsePath } from "../../base/json-path.js";
import type { Contract, Invariant } from "../contract/contract.js";
import { invariantsOracle } from "./invariants.js";

const list = parsePath("$.items", "here");
const common = { id: "rule", requirement: "x.y", file: "{STATE_ROOT}/f.json", list };
const grows: Invariant = { ...common, rule: "grows" };
const unique: Invariant = { ...common, rule: "unique", key: "id" };
const rises: Invariant = { ...common, rule: "rises", key: "id" };

/** The problems that the oracle finds in a call that changed a list. undefined stands for a missing file. */
function problems(invariant: Invariant, before: unknown, after: unknown, asked = true): readonly string[] {
  const snapshot = (items: unknown) =>
    new Map(items === undefined ? [] : [["s/f.json", typeof items === "string" ? items : JSON.stringify({ items })]]);
  const call = { kind: "action", tool: "t", params: {} } as const;
  const observation = {
    step: { ...call, captures: [], expect: { returns: [], errors: [], files: [], git: [] } },
    index: 0,
    answered: asked ? [{ call, answer: { kind: "value", value: null } as const }] : [],
    interrupted: false,
    before: snapshot(before),
    after: snapshot(after),
    leftovers: new Set<string>(),
  };
  const contract = { invariants: [invariant] } as unknown as Contract;
  return invariantsOracle(observation, contract, { STATE_ROOT: "s", OWNER: "h" }).failures.map(
    ({ message }) => message,
  );
}

const ids = (...values: unknown[]) => values.map((id) => ({ id }));
const broken = (problem: string) => [`after t, s/f.json breaks the invariant rule: ${problem}`];

test.each([
  ["grows, and did", grows, ids(1), ids(1, 2), []],
  ["grows, from nothing", grows, undefined, ids(1), []],
  ["grows, and an item changed", grows, ids(1, 2), ids(1, 3, 2), broken("item 1 has changed")],
  ["grows, and an item is gone", grows, ids(1, 2), ids(1), broken("item 1 is gone")],
  ["grows, and the file is gone", grows, ids(1), undefined, broken("item 0 is gone")],
  ["is unique, in any order", unique, ids(1), ids(2, 1), []],
  ["is unique, and an id occurs twice", unique, ids(1), ids(1, 1), broken("id 1 occurs twice")],
  ["is unique, and was not before", unique, ids(1, 1), ids(1, 1, 2), []],
  ["is unique, where items have no key", unique, undefined, [{}, 3, null], []],
  ["rises, with gaps", rises, undefined, ids(1, 5, 9), []],
  ["rises, also as text", rises, undefined, ids("a", "b"), []],
  ["rises, and falls", rises, ids(1), ids(1, 5, 5), broken("id 5 follows 5")],
  ["rises, of mixed kinds", rises, undefined, ids(1, "2"), broken('id "2" follows 1')],
  ["grows, over a file that was broken", grows, "{", ids(1), []],
])("a list that %s", (_, invariant, before, after, expected) => {
  expect(problems(invariant, before, after)).toEqual(expected);
});

test("the implementation is not blamed for changes by others", () => {
  expect(problems(grows, ids(1), [], false)).toEqual([]);
});
