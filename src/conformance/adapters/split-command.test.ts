import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { anchorCommand, joinCommand, splitCommand } from "./split-command.js";

test.each([
  ["node server.js", ["node", "server.js"]],
  ["  node\t server.js ", ["node", "server.js"]],
  [`node "my server.js" 'a "b" \\c'`, ["node", "my server.js", 'a "b" \\c']],
  [String.raw`node my\ server.js "a \"b\" \\ \n"`, ["node", "my server.js", String.raw`a "b" \ \n`]],
  [`x "" ''`, ["x", "", ""]],
  ["x --a='b c'd", ["x", "--a=b cd"]],
  ["echo $HOME && rm -rf * | `x` ~", ["echo", "$HOME", "&&", "rm", "-rf", "*", "|", "`x`", "~"]],
])("%s", (command, words) => {
  expect(splitCommand(command)).toEqual(words);
  expect(splitCommand(joinCommand(words))).toEqual(words);
});

test.each([
  ['node "server.js', 'a " is not closed'],
  ["node \\", "it ends with a backslash"],
  ["  ", "it names no program"],
])("%j is refused", (command, reason) => {
  expect(() => splitCommand(command)).toThrow(reason);
});

test("for another folder, only words that are files become absolute", () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "server.js": "", "bin/tool": "", node: "" });
  expect(anchorCommand(["node", "server.js", "--verbose", "other.js"], folder)).toEqual([
    "node",
    `${folder}/server.js`,
    "--verbose",
    "other.js",
  ]);
  expect(anchorCommand(["./bin/tool", ""], folder)).toEqual([`${folder}/bin/tool`, ""]);
});

test("a program of an installed package is found from another folder without asking the registry", () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "node_modules/.bin/serve": "", "inner/x": "" });
  const serve = `${folder}/node_modules/.bin/serve`;
  expect(anchorCommand(["npx", "serve", "--verbose"], `${folder}/inner`)).toEqual([serve, "--verbose"]);
  expect(anchorCommand(["npx", "--no", "--", "serve"], folder)).toEqual([serve]);
  expect(anchorCommand(["npx", "other"], folder)).toEqual(["npx", "other"]);
  expect(anchorCommand(["npx", "--package", "serve"], folder)).toEqual(["npx", "--package", "serve"]);
  expect(anchorCommand(["node", "serve"], folder)).toEqual(["node", "serve"]);
});
