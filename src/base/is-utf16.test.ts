import { expect, test } from "vitest";
import { isUtf16 } from "./is-utf16.js";

const le = (text: string) => Buffer.from(text, "utf16le");

test.each<[string, Buffer, boolean]>([
  ["a byte order mark", le("\uFEFFa"), true],
  ["the other byte order mark", le("\uFEFFa").swap16(), true],
  ["no mark", le("src/retry\n"), true],
  ["the other order, and no mark", le("src/retry\n").swap16(), true],
  ["letters of other scripts among the rest", le("It’s the reader’s own – übersetzt, and long enough.\n"), true],
  ["UTF-8", Buffer.from("src/retry\n"), false],
  ["UTF-8 with its mark", Buffer.from("\uFEFFsrc"), false],
  ["names as git -z writes them", Buffer.from("src/a\0b\0"), false],
  ["names of one letter as git -z writes them", Buffer.from("a\0b\0c\0"), false],
  ["nothing", Buffer.alloc(0), false],
  ["null characters alone", Buffer.alloc(64), false],
])("bytes with %s", (_, bytes, expected) => {
  expect(isUtf16(bytes)).toBe(expected);
});
