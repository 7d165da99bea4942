/** Scenarios that are written wrongly and commands that are typed wrongly: one line each, with its place. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";
import { folderOf, runMain, smallScenario } from "./scenario-folder.js";

test.each<[string, object, RegExp]>([
  ["an unknown field", { titel: "x" }, /own\.yml:\d+#\/0\/titel: unknown property "titel"\. Did you mean "title"\?/],
  [
    "an unknown body",
    { body: "agents/enginer" },
    /own\.yml:\d+#\/0\/body: S90: there is no body agents\/enginer\. Did you mean "agents\/engineer"\?/,
  ],
  [
    "words that no rule holds",
    { rules: ["Be nice"] },
    /#\/0\/rules\/0: S90: 0 rules of agents\/engineer\/body\.md hold "Be nice", not one/,
  ],
  ["words of several rules", { rules: ["default"] }, /#\/0\/rules\/0: S90: \d+ rules of .* hold "default", not one/],
  [
    "a check that asks for nothing",
    { must: [{ name: "x", check: "state", file: "a" }] },
    /#\/0\/must\/0: S90: it says of a file neither/,
  ],
  [
    "an unknown tool",
    { given: { state: [{ task_ad: {} }] } },
    /#\/0\/given\/state\/0: S90: there is no tool "task_ad"\. Did you mean "task_add"\?/,
  ],
  [
    "a state that the harness refuses",
    { given: { state: [{ task_update: { id: 9, status: "pending" } }] } },
    /#\/0\/given\/state\/0: task_update is refused: tasks\.json not found/,
  ],
  ["a path that leads out", { given: { files: { "../x": "" } } }, /#\/0\/given\/files.*: .*\.\.\/x/],
  [
    "a broken expression",
    { must: [{ name: "x", check: "regex", pattern: "(" }] },
    /#\/0\/must\/0\/pattern: S90: Invalid regular expression/,
  ],
  [
    "a broken expression for an answer",
    { must: [{ name: "x", check: "state", called: { tool: "read_file", answered: "(" } }] },
    /#\/0\/must\/0\/called\/answered: S90: Invalid regular expression/,
  ],
  [
    "a broken expression for the words of a call",
    { must: [{ name: "x", check: "state", called: { tool: "write_file", mentions: "(" } }] },
    /#\/0\/must\/0\/called\/mentions: S90: Invalid regular expression/,
  ],
  [
    "a misbehaviour that no check names",
    { scripted: { good: { prose: "x" }, bad: { breaks: "y" } } },
    /#\/0\/scripted\/bad\/breaks: S90: no check for a machine has the name "y"/,
  ],
])("%s is told in one line with file, line and pointer", async (_, changes, expected) => {
  const { code, stdout, stderr } = await runMain("--model", "scripted", "--folder", folderOf(smallScenario(changes)));
  expect({ code, stdout, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 2, stdout: "", lines: 1 });
  expect(stderr).toMatch(expected);
});

/** A check of the report at its status. */
const asks = (check: object) => ({ must: [{ name: "x", check: "parse", at: "/status", ...check }] });
const calls = (wanted: unknown) => ({
  must: [{ name: "x", check: "state", called: { tool: "read_file", params: { path: wanted } } }],
});

test.each<[string, object, RegExp]>([
  [
    "a misspelt operator",
    asks({ is: { oneOf: ["x"] } }),
    /\/is\/oneOf: S90: unknown operator "oneOf"\. Did you mean "one_of"\?/,
  ],
  [
    "an empty matcher",
    asks({ is: {} }),
    /\/is: S90: \{\} asks for nothing\. conformance\/README\.md lists the operators/,
  ],
  ["an object that is no matcher", asks({ is: { $nope: 1 } }), /\/is\/\$nope: S90: unknown operator "\$nope"/],
  ["an operand of another type", asks({ is: { one_of: "x" } }), /\/is\/one_of: S90: "x" is not of type array/],
  [
    "a length that is no number",
    asks({ is: { minLength: "ninety" } }),
    /\/is\/minLength: S90: "ninety" is not of type integer/,
  ],
  [
    "an unknown type",
    asks({ is: { type: "strng" } }),
    /\/is\/type: S90: "strng" is none of .* Did you mean "string"\?/,
  ],
  [
    "a kept value",
    asks({ is: { seconds_after: { of: "a", min: 1 } } }),
    /\/is\/seconds_after: S90: "seconds_after" has no meaning in a scenario/,
  ],
  ["an operand that is no expression", asks({ is: { pattern: "(" } }), /\/is: S90: "\(" is no regular expression/],
  [
    "a misspelt operator of some item",
    asks({ some: { "/a/b": { patern: "x" } } }),
    /\/some\/~1a~1b\/patern: S90: unknown operator/,
  ],
  [
    "a misspelt operator of every item",
    asks({ every: { "/a": { patern: "x" } } }),
    /\/every\/~1a\/patern: S90: unknown operator/,
  ],
  ["items of which nothing is asked", asks({ every: {} }), /\/every: \{\} must NOT have fewer than 1 properties/],
  [
    "a misspelt operator of a parameter",
    calls({ patern: "x" }),
    /\/called\/params\/path\/patern: S90: unknown operator/,
  ],
  [
    "a misspelt operator of a value in a file",
    { must: [{ name: "x", check: "state", file: "a.json", at: "/b", value: { patern: "x" } }] },
    /\/must\/0\/value\/patern: S90: unknown operator "patern"\. Did you mean "pattern"\?/,
  ],
  [
    "a file where another one needs a folder",
    { given: { files: { src: "x", "src/limit.js": "y" } } },
    /#\/0\/given\/files\/src~1limit\.js: S90: src is a file, so src\/limit\.js cannot stand in a folder of that name\./,
  ],
  [
    "a file that is given twice",
    { given: { files: { "src/a.js": "x", "./src//a.js": "y" } } },
    /#\/0\/given\/files\/\.~1src~1~1a\.js: S90: \.\/src\/\/a\.js and src\/a\.js are the same file\./,
  ],
  [
    "a path to no file",
    { given: { files: { "./": "x" } } },
    /\/given\/files\/\.~1: S90: \.\/: the path has to lead to a file/,
  ],
])("%s is told before the first run", async (_, changes, expected) => {
  const { code, stdout, stderr } = await runMain("--model", "scripted", "--folder", folderOf(smallScenario(changes)));
  expect({ code, stdout, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 2, stdout: "", lines: 1 });
  expect(stderr).toMatch(/^scenarios: .*own\.yml:\d+#\/0\//);
  expect(stderr).toMatch(expected);
});

test("an id that stands twice, and text that is no YAML, are refused", async () => {
  const twice = await runMain("--model", "scripted", "--folder", folderOf(smallScenario(), smallScenario()));
  expect(twice).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/#\/1: S90 stands twice, first in .*own\.yml:1#\/0\. /),
  });
  const folder = temporaryFolder();
  writeFiles(folder, { "own.yml": "- id: [\n" });
  const broken = await runMain("--model", "scripted", "--folder", folder);
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringMatching(/^scenarios: .*own\.yml:\d+:\d+: /) });
});

test.each<[string[], RegExp]>([
  [[], /--model: no model was named, so there is nothing to run/],
  [
    ["--model", "oracle"],
    /--model: "oracle" is no model, and no program of that name is found\. Give scripted, command:CMD, or openai:URL\./,
  ],
  [
    ["--model", "cmd:./my-model"],
    /--model: "cmd:\.\/my-model" is no model\. Did you mean "command:\.\/my-model"\? Give/,
  ],
  [["--model", 'command:"x'], /--model: .*a " is not closed/],
  [["--model", "scripted", "--samples", "3"], /--samples: a script does the same every time, .*\. Leave it out\./],
  [["--model", "scripted", "--resume"], /--resume: it goes on from the file beside --out/],
  [
    ["--model", "openai:http://u:p@127.0.0.1:1", "--model-name", "m"],
    /--model: the address of 127\.0\.0\.1:1 holds a user/,
  ],
  [["--model", "openai:http://127.0.0.1:1/v1?k=1", "--model-name", "m"], /holds more than a path/],
  [["--model", "command:x", "--samples", "0"], /--samples: "0" is no number from 1 to 999999\./],
  [["--model", "command:x", "--timeout", "3000000"], /--timeout: "3000000" is no number from 1 to 999999\./],
  [["--model", "scripted", "--scenario", "S999"], /--scenario, --body: no scenario is so named/],
  [["--model", "openai:http://127.0.0.1:1"], /--model: openai:URL asks for a model by its name\. Give --model-name\./],
  [
    ["--model", "openai:http://127.0.0.1:1", "--model-name", "m", "--key-env", "NO_SUCH"],
    /--key-env: the environment has no NO_SUCH/,
  ],
  [["--model", "scripted", "--judge", "scripted"], /--judge: a script judges nothing/],
  [["--model", "scripted", "--loud"], /options: Unknown option '--loud'/],
])("%j is refused in one line", async (words, expected) => {
  const { code, stderr } = await runMain(...words);
  expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
  expect(stderr).toMatch(expected);
});

test("the help names every exit code that the page names", async () => {
  const { code, stdout } = await runMain("--help");
  const page = readFileSync(join(packageRoot, "docs/scenarios.md"), "utf8");
  const rows = [...page.matchAll(/^\| ([\d, ]+) \| /gmu)].flatMap(([, codes = ""]) => codes.split(", "));
  const [, listed = ""] = stdout.split("Exit codes:\n");
  const named = [...listed.matchAll(/^ {2}(\d[\d, ]*?) {2}/gmu)].flatMap(([, codes = ""]) => codes.split(", "));
  expect({ code, named }).toEqual({ code: 0, named: rows });
  expect(named).toContain("129");
});
