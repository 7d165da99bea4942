import { describe, expect, test } from "vitest";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { detectTags } from "./detect-tags.js";

const { tags } = loadManifest().vocabulary;

const plan = { tag: "plan", type: "skill", skill: "nx-plan" };
const run = { tag: "run", type: "skill", skill: "nx-run" };
const d = { tag: "d", type: "inline_action", handler: "plan_decide" };
const m = { tag: "m", type: "inline_action", handler: "memory_store" };
const gc = { tag: "m-gc", type: "inline_action", handler: "memory_gc" };
const rule = { tag: "rule", type: "inline_action", handler: "rule_store" };

describe("a message activates", () => {
  test.each([
    ["nothing without a tag", "plan this", []],
    ["a skill with its argument", "[plan] the cache", [{ ...plan, argument: "the cache" }]],
    ["a tag in the middle", "please [run] now", [{ ...run, argument: "now" }]],
    ["a tag inside a word", "x[run]y", [{ ...run, argument: "y" }]],
    ["a variant as the mode", "[plan:auto] it", [{ ...plan, mode: "auto", argument: "it" }]],
    ["an inline action", "[d] keep it\nas it is", [{ ...d, argument: "keep it\nas it is" }]],
    ["any suffix where the tag allows it", "[rule:front end] x", [{ ...rule, variant: "front end", argument: "x" }]],
    ["a suffix with colons", "[rule:a:b]", [{ ...rule, variant: "a:b", argument: "" }]],
    ["the tag of its own that a suffix is", "[m:gc]", [{ ...gc, argument: "" }]],
    [
      "several tags in their order, each with the text up to the next",
      "first [m] one [d] 2: two\n[run]",
      [
        { ...m, argument: "one" },
        { ...d, argument: "2: two" },
        { ...run, argument: "" },
      ],
    ],
    [
      "the same tag twice",
      "[m] a [m] b",
      [
        { ...m, argument: "a" },
        { ...m, argument: "b" },
      ],
    ],
    ["only the exact letters", "[Plan] [PLAN] [ plan ] [plan", []],
    ["nothing in inline code", "write `[plan]` for ``[run]``", []],
    [
      "nothing in a fence, which still belongs to an argument",
      "[m] a\n```\n[run]\n```",
      [{ ...m, argument: "a\n```\n[run]\n```" }],
    ],
    ["nothing behind a backslash", "\\[plan] it", []],
    ["what follows an escaped backslash", "\\\\[plan] it", [{ ...plan, argument: "it" }]],
    ["the inner of two brackets", "[[plan]]", [{ ...plan, argument: "]" }]],
    ["nothing in brackets that hold code", "[rule:`x`] [rule:a `x`] [plan`x`]", []],
    ["a link whose text is a tag", "[run](docs/run.md)", [{ ...run, argument: "(docs/run.md)" }]],
    ["nothing that only begins like a tag", "[plans] [plan-b] [runs:auto]", []],
    ["no name of an object's own", "[constructor] [toString]", []],
  ])("%s", (_, text, activations) => {
    expect(detectTags(text, tags)).toEqual({ activations, unknown: [] });
  });
});

test.each([
  ["[plan:foo] x", "[plan:foo]", "plan", ["auto"]],
  ["[plan: auto]", "[plan: auto]", "plan", ["auto"]],
  ["[run:fast]", "[run:fast]", "run", []],
  ["[rule:]", "[rule:]", "rule", ["*"]],
  ["[m:gc:now]", "[m:gc:now]", "m-gc", []],
])("%s is no tag, and the user can be told", (text, brackets, tag, known) => {
  expect(detectTags(text, tags)).toEqual({ activations: [], unknown: [{ text: brackets, tag, known }] });
});

test("an unknown variant stays in the argument around it", () => {
  expect(detectTags("[m] see [plan:foo] there", tags)).toEqual({
    activations: [{ ...m, argument: "see [plan:foo] there" }],
    unknown: [{ text: "[plan:foo]", tag: "plan", known: ["auto"] }],
  });
});

test("a tag that leads nowhere is refused by name", () => {
  const broken = { id: "x", trigger: "[x]", type: "skill", description: "A tag." } as const;
  expect(() => detectTags("[x]", [broken])).toThrow('the tag "x" is of type skill and names no skill');
});
