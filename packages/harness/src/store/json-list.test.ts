import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "../testing/project.js";
import { type JsonElement, readJsonList } from "./json-list.js";

function read(text: string) {
  const project = new Project({ "x.json": text });
  const descriptor = openSync(join(project.root, "x.json"), "r");
  try {
    const elements: JsonElement[] = [];
    const reading = readJsonList(descriptor, "cycles");
    for (let next = reading.next(); ; next = reading.next()) {
      if (next.done === true) return { elements, frame: next.value };
      elements.push(next.value);
    }
  } finally {
    closeSync(descriptor);
  }
}

const texts = (text: string) => read(text).elements.map((element) => element.text);

test.each([
  ['{"cycles":[]}', []],
  ['{ "cycles" : [ ] }', []],
  ['{"cycles":[{"a":1},{"b":[2,{"c":3}]}]}', ['{"a":1}', '{"b":[2,{"c":3}]}']],
  ['{"x":[1,{"cycles":[9]}],"cycles":[{"y":"]},{\\\\\\"["}],"z":[2]}', ['{"y":"]},{\\\\\\"["}']],
  ['{"\\u0063ycles":[\n  {}\n]}', ["{}"]],
  ['{"name":"cycles","cycles":[1,"a,b",null]}', ["1", '"a,b"', "null"]],
  ['{"other":[1]}', []],
])("the elements of %s", (text, elements) => {
  expect(texts(text)).toEqual(elements);
  const { frame } = read(text);
  expect(JSON.parse(frame.text)).toEqual({
    ...JSON.parse(text),
    ...("cycles" in JSON.parse(text) ? { cycles: [] } : {}),
  });
});

test("offsets count bytes of the file", () => {
  const text = '{"ü": 1, "cycles": [ {"é": "日本"} , {"b": 2}\n ] }';
  const bytes = Buffer.from(text);
  const { elements, frame } = read(text);
  expect(elements.map(({ start, end }) => bytes.subarray(start, end).toString())).toEqual([
    '{"é": "日本"}',
    '{"b": 2}',
  ]);
  expect(bytes.subarray(0, frame.listStart).toString()).toBe('{"ü": 1, "cycles": [');
});

test("chunk boundaries do not affect the result", () => {
  const cycles = Array.from({ length: 3000 }, (_, index) => ({
    index,
    text: `"日本, é\\" ${"x".repeat(index % 300)}]}`,
  }));
  const value = { first: "ü", cycles, last: { deep: [[]] } };
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    const { elements, frame } = read(text);
    expect(elements.map((element) => JSON.parse(element.text))).toEqual(cycles);
    expect(JSON.parse(frame.text)).toEqual({ ...value, cycles: [] });
  }
});

test.each([
  "",
  "[]x",
  '{"cycles":[{"a":1}',
  '{"cycles":[{"a":1},]}',
  '{"cycles":[,{"a":1}]}',
  '{"cycles":[{"a":1}{"b":1}]}',
  '{"cycles":[{"a":1]}',
  '{"cycles":[{"a":1}]]',
  '{"cycles":[{"a":"1}]}',
  '{"cycles":[{"a":1}}]}',
  '{"cycles":[{"a":1}]} x',
  '{"cycles" [{"a":1}]}',
])("invalid JSON yields an invalid element or frame: %s", (text) => {
  const parse = () => {
    const { elements, frame } = read(text);
    return [...elements.map((element) => element.text), frame.text].map((part) => JSON.parse(part) as unknown);
  };
  expect(parse).toThrow(SyntaxError);
});

test.each([
  ["many keys", `{${'"a":1,'.repeat(170_000)}"cycles":[7]}`, ["7"]],
  ["escaped quotes in a key", `{"a${'\\"'.repeat(300_000)}":1,"cycles":[7]}`, ["7"]],
  ["colons without keys", `{"a"${":".repeat(1_000_000)},"cycles":[7]}`, []],
])("%s are read quickly", (_, text, elements) => {
  const start = process.cpuUsage();
  expect(texts(text)).toEqual(elements);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
});
