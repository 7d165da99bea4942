import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.js";

test.each([
  ['{"a": 1,}', 8, "remove the comma before }"],
  ["[1,]", 3, "remove the comma before ]"],
  ["{'a': 1}", 1, "texts need double quotes"],
  ["{a: 1}", 1, "JSON has no word a: texts need double quotes"],
  ['{"a" 1}', 5, "a colon is expected here"],
  ['{"a": None}', 6, "JSON has no word None: texts need double quotes"],
  ['{"a":}', 5, "a value is expected here"],
  ["{,}", 1, "a value is expected here"],
  ["{“a”: 1}", 1, "texts need double quotes"],
  ["[1 # one\n]", 3, "JSON has no comments"],
  ["[1.]", 1, "this number is not finished"],
  ["{} {}", 3, "nothing may follow the end of the value"],
  ['["\\u0041\\u12"]', 8, "an escape \\u needs four hexadecimal digits"],
  ['{"a": 1 "b": 2}', 8, "a comma or the end of the list or object is expected here"],
  ['{"a": 01}', 7, "a comma or the end of the list or object is expected here"],
  ['{"a": [1}', 8, "a comma or the end of the list or object is expected here"],
  ['{"a": 1 // one\n}', 8, "JSON has no comments"],
  ['{"a": 1} and more', 9, "nothing may follow the end of the value"],
  ['{"a": "x\ny"}', 6, "this text is not closed on its line: write \\n for a line break"],
  ['{"a": "\\d"}', 7, "this backslash does not begin an escape: write \\\\ for a backslash"],
  ['{"a": "\t"}', 7, "this text contains a control character: write it as an escape"],
  ['{"a": "x', 6, "this text is not closed"],
  ['{"a": 1', 7, "the text ends too early: a comma or } is expected here"],
  ["", 0, "the text ends too early: a value is expected here"],
])("%j is no JSON from offset %d on: %s", (text, offset, reason) => {
  expect(jsonFault(text)).toEqual({ offset, reason });
});

const pieces = fc.constantFrom(..."{}[],:\"\\' \n\t-0123456789.eEtruefalsn", '"a"', "null", "\\u00e9", "\\u00", "true");

test("every text that JSON.parse refuses has a fault, and no other", () => {
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join("")),
    fc.json(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(jsonFault(text) === undefined).toBe(parses(text));
    }),
    { numRuns: 4000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
