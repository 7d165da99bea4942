import { expect, test } from "vitest";
import { LastLines, LineBuffer, LONGEST_LINE } from "./line-buffer.js";

test("lines are complete however they arrive, even if a character is split", () => {
  const buffer = new LineBuffer();
  const bytes = Buffer.from('{"a":"ü"}\r\n\n{"b":1}\n{"c"');
  const lines = [...bytes].flatMap((byte) => buffer.push(Buffer.from([byte])) ?? []);
  expect(lines).toEqual(['{"a":"ü"}', '{"b":1}']);
  expect(buffer.rest).toBe('{"c"');
});

test("an endless line is dropped before it fills the memory", () => {
  const buffer = new LineBuffer();
  expect(buffer.push(Buffer.alloc(LONGEST_LINE, "x"))).toEqual([]);
  expect(buffer.push(Buffer.from("x"))).toBeUndefined();
  expect(buffer.rest).toBe("");
});

test("only the last lines of an endless text are kept", () => {
  const errors = new LastLines();
  for (let line = 0; line < 100_000; line += 1) errors.push(Buffer.from(`line ${line}\n`));
  errors.push(Buffer.from("\n  "));
  expect(errors.last(2)).toEqual(["line 99998", "line 99999"]);
});
