import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPlaces } from "./json-places.js";
import { escapePointer } from "./json-pointer.js";

const TEXT = `{
  "a/b": [1, {"~": "x\\"]"}, [], -2.5e3],
  "q\\u0041": {}, "last": null
}`;

test("a value is placed at its first sign, a member at its key", () => {
  const { offsetOf } = jsonPlaces(TEXT);
  const signsAt = (pointer: string) => TEXT.slice(offsetOf(pointer), offsetOf(pointer) + 4);
  expect(offsetOf("")).toBe(0);
  expect(signsAt("/a~1b")).toBe('"a/b');
  expect(signsAt("/a~1b/0")).toBe("1, {");
  expect(signsAt("/a~1b/1/~0")).toBe('"~":');
  expect(signsAt("/a~1b/3")).toBe("-2.5");
  expect(signsAt("/qA")).toBe('"q\\u');
  expect(signsAt("/last")).toBe('"las');
});

test("a missing value is placed at the nearest value around it", () => {
  const { offsetOf } = jsonPlaces(TEXT);
  for (const pointer of ["/a~1b/4", "/a~1b/01", "/a~1b/x/0", "/a~1b/length"]) {
    expect({ pointer, at: offsetOf(pointer) }).toEqual({ pointer, at: offsetOf("/a~1b") });
  }
  expect(offsetOf("/nothing/at/all")).toBe(0);
  expect(offsetOf("/last/0")).toBe(offsetOf("/last"));
});

test("the first key that its object has already is told as it is written", () => {
  expect(jsonPlaces('{"a": {"b": 1}, "b": 2}').repeatedKey).toBeUndefined();
  const text = '[{"b": {"c": 0, "\\u0063": 1}, "b": 2}]';
  expect(jsonPlaces(text).repeatedKey).toEqual({ name: '"\\u0063"', at: text.indexOf('"\\u0063"') });
});

test("values that nest very deep are found", () => {
  const text = `${"[".repeat(50_000)}1${"]".repeat(50_000)}`;
  expect(jsonPlaces(text).offsetOf("/0".repeat(50_000))).toBe(50_000);
});

/** The text with each value's offset, written by a hand of its own. */
function written(value: unknown, gap: string) {
  const places = new Map<string, number>();
  let text = gap;
  const write = (inner: unknown, pointer: string, key?: string) => {
    places.set(pointer, text.length);
    if (key !== undefined) text += `${JSON.stringify(key)}${gap}:${gap}`;
    if (typeof inner !== "object" || inner === null) {
      text += JSON.stringify(inner);
      return;
    }
    const isList = Array.isArray(inner);
    text += isList ? "[" : "{";
    for (const [index, [name, item]] of Object.entries(inner).entries()) {
      text += index === 0 ? gap : `${gap},${gap}`;
      write(item, `${pointer}/${escapePointer(name)}`, isList ? undefined : name);
    }
    text += `${gap}${isList ? "]" : "}"}`;
  };
  write(value, "");
  return { text, places };
}

test("every value of any JSON is found where it was written, however it is spaced", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom("", " ", "\n\t", "\r\n  "), (value, gap) => {
      const { text, places } = written(value, gap);
      const { offsetOf, repeatedKey } = jsonPlaces(text);
      expect(repeatedKey).toBeUndefined();
      expect(new Map([...places.keys()].map((pointer) => [pointer, offsetOf(pointer)]))).toEqual(places);
    }),
    { seed: 7, numRuns: 300 },
  );
});
