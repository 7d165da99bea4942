import { join, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { shownPath } from "./shown-path.js";

test("a path is shown from the folder of the command where it lies in it, and whole where it does not", () => {
  const cwd = resolve(sep, "home", "ada");
  const shown = (...parts: readonly string[]) => shownPath(resolve(cwd, ...parts), cwd);
  expect(shown("x", "model.mjs")).toBe(join("x", "model.mjs"));
  expect(shown("..models", "model.mjs")).toBe(join("..models", "model.mjs"));
  expect(shown("..", "bob", "model.mjs")).toBe(resolve(sep, "home", "bob", "model.mjs"));
  expect(shown("..")).toBe(resolve(sep, "home"));
});
