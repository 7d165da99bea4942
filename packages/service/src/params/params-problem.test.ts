import { expect, test } from "vitest";
import { refusalText } from "../refusal.js";
import { membersOf, PARAMETER_REFUSALS, paramsProblem } from "./params-problem.js";
import { paramsSchema, schemaFamily, schemaIn } from "./schemas.js";

const family = schemaFamily([
  {
    $id: "post.input.json",
    type: "object",
    additionalProperties: false,
    required: ["title", "kind"],
    properties: {
      title: { type: "string", minLength: 1, maxLength: 5 },
      kind: { enum: ["chat", "event"] },
      count: { type: "integer", minimum: 1, maximum: 9 },
      version: { const: 1 },
      id: { type: "string", pattern: "^[a-z]+$" },
      at: { type: "string", format: "date-time" },
      people: { type: "array", items: { type: "string", minLength: 2 }, minItems: 1, maxItems: 3, uniqueItems: true },
      data: {
        type: "object",
        additionalProperties: false,
        required: ["event/type"],
        properties: { "event/type": { type: ["string", "null"] } },
      },
    },
    if: { properties: { kind: { const: "event" } }, required: ["kind"] },
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
    then: { required: ["data"] },
  },
  { $id: "stop.input.json", type: "object", additionalProperties: false },
]);

function refusal(tool: "post" | "stop", given: unknown) {
  const schema = paramsSchema(schemaIn(family, `${tool}.input.json`));
  const params = membersOf(given);
  if (params === undefined || schema.check(params)) return undefined;
  const { row, values, ...place } = paramsProblem(tool, schema, params);
  return { text: refusalText(PARAMETER_REFUSALS[row], values), ...place };
}

const textOf = (given: object) => refusal("post", given)?.text;
const POST = { title: "a", kind: "chat" };

test("an unknown parameter comes before anything else that is wrong", () => {
  expect(refusal("post", { title: 5, "a/b": 1 })).toEqual({
    text: 'post has no parameter "a/b". It takes title, kind, count, version, id, at, people, data.',
    pointer: "/a~1b",
    keyword: "additionalProperties",
  });
  expect(refusal("stop", { force: true })?.text).toBe('stop has no parameter "force". It has none.');
});

test("a parameter named __proto__ is unknown like any other", () => {
  const inherited = JSON.parse(`{"__proto__":${JSON.stringify(POST)}}`) as object;
  for (const params of [inherited, { ...POST, ...inherited }]) {
    expect(textOf(params)).toMatch(/^post has no parameter "__proto__"\. /u);
  }
});

test("a missing parameter comes before a wrong value, the first of the contract first", () => {
  expect(refusal("post", { count: "x" })).toEqual({
    text: 'post needs the parameter "title". Call again with it.',
    pointer: "/title",
    keyword: "required",
  });
  expect(textOf({ ...POST, kind: "event", count: "x" })).toBe('post needs the parameter "data". Call again with it.');
});

test.each<[object, string, string]>([
  [{ title: "" }, "title", "it must not be empty"],
  [{ title: "abcdef" }, "title", "it must have at most 5 characters"],
  [{ kind: "party" }, "kind", "it must be one of chat, event"],
  [{ count: 0 }, "count", "it must be 1 or more"],
  [{ count: 10 }, "count", "it must be 9 or less"],
  [{ version: 2 }, "version", "it must be 1"],
  [{ id: "A" }, "id", "it must have the form ^[a-z]+$"],
  [{ at: "noon" }, "at", "it must have the format date-time"],
  [{ people: [] }, "people", "it must not be empty"],
  [{ people: ["aa", "b"] }, "people[1]", "it must have at least 2 characters"],
  [{ people: ["aa", "bb", "cc", "dd"] }, "people", "it must have at most 3 items"],
  [{ people: ["aa", "bb", "aa"] }, "people", "items 0 and 2 are equal"],
  [{ data: { "event/type": 5 } }, "data.event/type", "it must be of type string or null"],
  [{ data: {} }, "data.event/type", "it is missing"],
  [{ data: { "event/type": "x", more: 1 } }, "data.more", "there is no such member"],
])("%j is refused with the place and what is wrong there", (wrong, place, problem) => {
  expect(textOf({ ...POST, ...wrong })).toBe(`post cannot use the parameter "${place}": ${problem}.`);
});

test("a name that a caller made up is shown in one line, and not in full length", () => {
  expect(textOf({ ...POST, "a\n\u202eb": 1 })).toContain(String.raw`"a\n\u{202e}b"`);
  expect(textOf({ ...POST, ["x".repeat(100_000)]: 1 })?.length).toBeLessThan(350);
});

test("only objects have members, and one that is undefined counts as absent", () => {
  expect([null, [], "title", 5].map(membersOf)).toEqual([undefined, undefined, undefined, undefined]);
  expect(membersOf({ ...POST, count: undefined })).toStrictEqual(POST);
});
