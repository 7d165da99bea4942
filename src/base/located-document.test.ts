import { expect, test } from "vitest";
import { NexusError } from "./errors.js";
import { parseJson, parseYaml } from "./located-document.js";

function lineOf(parse: () => unknown): string {
  try {
    parse();
    return "parsed";
  } catch (thrown) {
    return NexusError.from(thrown).line;
  }
}

test("every value of a YAML document knows its line", () => {
  const document = parseYaml(
    "# tags\ntags:\n  - id: plan\n    trigger: '[plan]'\n  - {id: run,\n     trigger: x}\n",
    "tags.yml",
  );
  expect(document.value).toEqual({
    tags: [
      { id: "plan", trigger: "[plan]" },
      { id: "run", trigger: "x" },
    ],
  });
  expect(document.at("/tags")).toEqual({ line: 2, column: 1 });
  expect(document.at("/tags/0/trigger")).toEqual({ line: 4, column: 5 });
  expect(document.at("/tags/1/trigger")).toEqual({ line: 6, column: 6 });
});

test("a pointer to a missing value is placed at its nearest ancestor", () => {
  const document = parseYaml("a:\n  b: 1\n", "x.yml");
  expect(document.at("/a/c/d")).toEqual({ line: 1, column: 1 });
  expect(document.at("/a/b/0")).toEqual({ line: 2, column: 3 });
});

test("keys with slashes and tildes are found by their escaped form", () => {
  const document = parseJson('{\n "a/b": {\n  "c~d": 1 } }', "x.json");
  expect(document.at("/a~1b/c~0d")).toEqual({ line: 3, column: 3 });
});

test.each([
  ['{"a": {"x": "}\\"{[,:"},\n "b": [1, "x:y",\n  {"c": null}]}', "/b/2/c", { line: 3, column: 4 }],
  ['["\\\\",\n "\\u0041",\n -1.5e3]', "/2", { line: 3, column: 2 }],
  ['\uFEFF{"\\u0061": [],\r\n "": {} }', "/", { line: 2, column: 2 }],
])("values of JSON are found in any surroundings: %j", (text, pointer, position) => {
  expect(parseJson(text, "x.json").at(pointer)).toEqual(position);
});

test("escapes do not change a key, and another object may repeat it", () => {
  expect(lineOf(() => parseJson('{"a": 1, "\\u0061": 2}', "x.json"))).toContain("x.json:1:10: ");
  expect(lineOf(() => parseJson('{"a": {"a": [{"a": 1}, {"a": 2}]}}', "x.json"))).toBe("parsed");
});

test("values in deep JSON are found", () => {
  const deep = `${"[".repeat(500)}1${"]".repeat(500)}`;
  expect(parseJson(deep, "x.json").at("/0".repeat(500)).column).toBe(501);
});

test.each([
  ["a: [1\nb: 2\n", "NXC_YAML_SYNTAX  x.yml:2:1: not valid YAML: "],
  ["a: 1\na: 2\n", "NXC_YAML_SYNTAX  x.yml:2:1: not valid YAML: duplicated mapping key."],
  ["a: &x [1]\nb: *x\n", "NXC_YAML_SYNTAX  x.yml:2:5: not valid YAML: aliases (*name) are not allowed"],
  ["a: 1\n---\nb: 2\n", "NXC_YAML_SYNTAX  x.yml: not valid YAML: the file holds more than one document."],
  ["a:\n\t- 1\n", "NXC_YAML_SYNTAX  x.yml:2"],
])("broken YAML names its place: %j", (text, line) => {
  expect(lineOf(() => parseYaml(text, "x.yml"))).toContain(line);
});

test.each([
  ['{"a": 1,}', "NXC_JSON_SYNTAX  x.json:1:9: "],
  ['{"a": 1', "NXC_JSON_SYNTAX  x.json:1:8: "],
  ['{"a": 1,\n "a": 2}', 'NXC_JSON_SYNTAX  x.json:2:2: not valid JSON: "a" appears twice in one object.'],
  ["", "NXC_JSON_SYNTAX  x.json:1:1: "],
])("broken JSON names its place: %j", (text, line) => {
  expect(lineOf(() => parseJson(text, "x.json"))).toContain(line);
});
