import { lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { Seen } from "./seen.js";

afterEach(() => vi.useRealTimers());

function reader(text: string) {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, text);
  const read = vi.fn((reads: (path: string) => void) => {
    reads(path);
    return text;
  });
  const seen = new Seen<string>();
  return { path, read, look: (key = "") => seen.read(key, read) };
}

test("a file that was changed a moment ago is read each time, because the next change may have the same time", () => {
  const { read, look } = reader("a");
  expect([look(), look()]).toEqual(["a", "a"]);
  expect(read).toHaveBeenCalledTimes(2);
});

test("a file that has not changed for a while is read once, and again after a change of the same length", () => {
  const { path, read, look } = reader("a");
  vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ["Date"] });
  expect([look(), look()]).toEqual(["a", "a"]);
  expect(read).toHaveBeenCalledTimes(1);
  const { ctimeMs } = lstatSync(path);
  while (lstatSync(path).ctimeMs === ctimeMs) writeFileSync(path, "b");
  read.mockReturnValue("b");
  expect(look()).toBe("b");
});

test("what else the result depends on is compared as well", () => {
  const { read, look } = reader("a");
  vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ["Date"] });
  look("one");
  read.mockReturnValue("b");
  expect([look("one"), look("two")]).toEqual(["a", "b"]);
});
