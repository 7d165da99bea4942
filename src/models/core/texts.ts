import type { Arbitrary, Generators } from "../../conformance/fuzz/model.js";

/** Words to search for. They do not occur in a time, a version or the name of a branch. */
export const WORDS = ["index", "ranking", "Über", "поиск", "search"] as const;

/** Few words, so that they meet again; now and then any characters, a long text, or what looks like something else. */
export function nameArbitrary(fc: Generators): Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        " ",
        "null",
        "{{title}}",
        '{"a": [1]}',
        "a\nb\tc",
        "\u2028\u0000",
        "𝒳 👩‍👧",
        "</issue>",
        "\\u0041",
        "a\r\nb ",
        "\uFEFFe\u0301\n",
      ),
    },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 3000 }).map((length) => "long text ".repeat(length / 10)) },
  );
}

/** Like a name, and sometimes empty. */
export function textArbitrary(fc: Generators): Arbitrary<string> {
  return fc.oneof({ weight: 8, arbitrary: nameArbitrary(fc) }, { weight: 1, arbitrary: fc.constant("") });
}
