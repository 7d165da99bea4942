import { expect, test } from "vitest";
import { fileDiff } from "./file-diff.js";
import { lineDiff } from "./line-diff.js";

const SIGNS = { same: " ", removed: "-", added: "+", skipped: "…" } as const;

function shown(before: string | null, after: string | null): readonly string[] {
  return lineDiff(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`);
}

test("equal lines far from any change are left out", () => {
  expect(shown("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nd\nX\nf\ng\n")).toEqual(["…", " c", " d", "-e", "+X", " f", " g"]);
});

test("common lines keep their place", () => {
  expect(shown("a\nb\nc", "b\nc\nd")).toEqual(["-a", " b", " c", "+d"]);
  expect(shown("x\na\ny\nb\nz", "p\na\nq\nb\nr")).toEqual(["-x", "+p", " a", "-y", "+q", " b", "-z", "+r"]);
});

test("a new or deleted file is added or removed as a whole", () => {
  expect(shown(null, "a\nb\n")).toEqual(["+a", "+b"]);
  expect(shown("a", null)).toEqual(["-a"]);
  expect(shown("a\n", "a\n")).toEqual(["…"]);
});

test("very long texts are compared quickly", () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}`).join("\n");
  const started = process.cpuUsage();
  expect(lineDiff(lines("old"), lines("new"))).toHaveLength(40_000);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});

test("JSON is formatted before it is compared, unless only its formatting changed", () => {
  const diff = (before: string, after: string) =>
    fileDiff({ file: "x.json", before, after }).lines.map(({ kind, text }) => `${SIGNS[kind]}${text}`);
  expect(diff('{"a":1,"b":2}', '{"a":1,"b":3}')).toEqual([" {", '   "a": 1,', '-  "b": 2', '+  "b": 3', " }"]);
  expect(diff('{"a":1}', '{ "a": 1 }')).toEqual(['-{"a":1}', '+{ "a": 1 }']);
  expect(diff('{"a":', '{"a":1}')).toEqual(['-{"a":', "+{", '+  "a": 1', "+}"]);
});
