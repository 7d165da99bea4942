import { expect, test } from "vitest";
import { visible, visibleJson, visibleLine, visibleLines } from "./visible-text.js";

test.each([
  ["ESC, which opens what a terminal obeys", "\u001b[2J", "\\u{1b}[2J"],
  ["its form in one character", "\u009b1m", "\\u{9b}1m"],
  ["backspace and delete", "a\bb\u007f", "a\\u{8}b\\u{7f}"],
  ["a carriage return, which writes over the line", "a\rb", "a\\rb"],
  ["marks that turn the direction of writing", "a\u202eb\u2066c\u061cd", "a\\u{202e}b\\u{2066}c\\u{61c}d"],
  ["what takes no room", "a\u200bb\u2060c\ufeffd\u00ade", "a\\u{200b}b\\u{2060}c\\u{feff}d\\u{ad}e"],
  ["invisible letters and marks", "a\u3164b\u115fc\u034fd", "a\\u{3164}b\\u{115f}c\\u{34f}d"],
  ["tags and selectors, which carry hidden text", "a\u{e0041}\u{e01ef}b", "a\\u{e0041}\\u{e01ef}b"],
  ["other line ends", "a\u2028b\u2029c\u0085d", "a\\u{2028}b\\u{2029}c\\u{85}d"],
  ["half a character", "a\ud800b", "a\\u{d800}b"],
  ["a code point that is not a character", "a\uffffb", "a\\u{ffff}b"],
  ["a selector and a joiner beside letters", "a\ufe0fb\u200dc", "a\\u{fe0f}b\\u{200d}c"],
])("%s: shown, and not done", (_, text, shown) => {
  expect([visible(text), visibleLine(text)]).toEqual([shown, shown]);
});

test("a line of text cannot begin another line", () => {
  expect(visibleLine("one\ntwo\tthree")).toBe("one\\ntwo\\tthree");
  expect(visible("one\ntwo\tthree")).toBe("one\ntwo\tthree");
  expect(visibleLines(["one\ntwo", "three"])).toBe("one\\ntwo\nthree\n");
});

test.each([
  ["::error::x", "\\u{3a}:error::x"],
  ["\u00a0 ::add-mask::x", "\u00a0 \\u{3a}:add-mask::x"],
  ["##[group]x", "\\u{23}#[group]x"],
  ["x ###[group]", "x #\\u{23}#[group]"],
  ["x ##vso[task.setvariable]", "x \\u{23}#vso[task.setvariable]"],
  ["##teamcity[testStarted]", "\\u{23}#teamcity[testStarted]"],
])("%j is no command of a CI system", (text, shown) => {
  expect([visible(text), visibleLine(text)]).toEqual([shown, shown]);
  expect(visible(`first\n${text}`)).toBe(`first\n${shown}`);
});

test("ordinary text stays as it is", () => {
  const text = "C:\\new\\u{1b} #1 ## Title std::vector [::1] ñ 漢字 🙂 👩🏽‍🚒 🏳️‍🌈 ❤️ \u00a0";
  expect([visible(text), visibleLine(text)]).toEqual([text, text]);
});

test("text that is escaped twice does not change", () => {
  const once = visibleLine("\u001b\n::error::##[x]\u{e0041}");
  expect([visible(once), visibleLine(once)]).toEqual([once, once]);
});

test("JSON keeps its value, and nothing in it is hidden or a command", () => {
  const value = {
    "\u202e": ["\u001b\u007f\u009b\u2028\n", "\u{e0041}\ud800\ufeff", "::a ##[group] \\##vso[x]", "👩🏽‍🚒"],
  };
  for (const indent of [undefined, 2]) {
    const text = visibleJson(value, indent);
    expect(JSON.parse(text)).toEqual(value);
    expect(text.replaceAll(/\n|👩🏽‍🚒/gu, "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|##\w*\[/u);
  }
  expect(visibleJson(undefined)).toBe("null");
});
