import { expect, test } from "vitest";
import { checkReport } from "./check-report.js";
import { messageOf, TESTER } from "./form/examples.js";
import { parseReport } from "./parse-report.js";

const said = (text: string) =>
  parseReport(text).findings.map(({ line, column, pointer, message }) => `${line}:${column} ${pointer} ${message}`);
const block = (json: string, open = "```nexus-report", close = "```") => `For Lead.\n\n${open}\n${json}\n${close}\n`;
const json = JSON.stringify(TESTER);

test.each([
  ["a block behind prose", messageOf(TESTER)],
  ["a bare object", `\n  ${json}\n`],
  ["a bare object behind a byte order mark", `\uFEFF${json}`],
  ["tildes, and more words behind the info word", block(json, "~~~ nexus-report v1", "~~~")],
  ["Windows line ends", messageOf(TESTER).replaceAll("\n", "\r\n")],
  ["beside a block of code", `\`\`\`json\n{ "other": 1 }\n\`\`\`\n${block(json)}`],
  ["a block about a block", `\`\`\`\`md\n${block(json)}\`\`\`\`\n${block(json)}`],
  [
    "a block that a list shows, beside the block itself",
    `- as in:\n\n  \`\`\`nexus-report\n  {}\n  \`\`\`\n\n${block(json)}`,
  ],
  ["a block right below a list", `- the limit holds\n- the error is lost\n\`\`\`nexus-report\n${json}\n\`\`\`\n`],
  ["a report in which fences are quoted", block(JSON.stringify({ ...TESTER, summary: "```nexus-report" }))],
])("%s is found", (_, text) => {
  const { report, findings } = parseReport(text);
  expect(findings).toEqual([]);
  expect(report?.role).toBe("tester");
});

test.each([
  ["nothing at all", "", ["1:1  there is no block with the info word nexus-report"]],
  [
    "another info word",
    block(json, "```json"),
    ['3:1  there is no block with the info word nexus-report: the one that begins here has the info word "json"'],
  ],
  [
    "no info word",
    block(json, "```"),
    ["3:1  there is no block with the info word nexus-report: the one that begins here has no info word"],
  ],
  [
    "a block in a list",
    `- \`\`\`nexus-report\n  ${json}\n  \`\`\`\n`,
    ["1:1  the block is inside a list, a quotation or another fence"],
  ],
  [
    "a block further down in a list",
    `1. the report:\n\n   \`\`\`nexus-report\n   ${json}\n   \`\`\`\n`,
    ["3:1  the block is inside a list, a quotation or another fence"],
  ],
  [
    "a block behind an open fence",
    `\`\`\`sh\nls\n${block(json)}`,
    ["5:1  the block is inside a list, a quotation or another fence"],
  ],
  ["two blocks", block(json) + block(json), ["8:1  block 2 of 2 begins here, and only one may count"]],
  ["an open block", block(json, "```nexus-report", ""), ["3:1  the block is never closed"]],
  ["a fence that lost its line", `\`\`\`nexus-report\n${json}\`\`\`\n`, ["1:1  the block is never closed"]],
  [
    "broken JSON",
    block('{\n  "report": 1,\n  "role": tester\n}'),
    ["6:11  the block is not valid JSON: JSON has no word tester: texts need double quotes"],
  ],
  [
    "an empty block",
    block(""),
    ["5:1  the block is not valid JSON: the text ends too early: a value is expected here"],
  ],
  [
    "a key twice",
    block(json.replace('"task_id":4', '"task_id":4,\n"role":"tester"')),
    ['5:1  "role" appears twice in one object'],
  ],
  ["a list", block("[]"), ["4:1  [] is not of type object"]],
  ["an unknown key", messageOf({ ...TESTER, notes: "x" }), ['64:3 /notes unknown property "notes"']],
  [
    "too many levels",
    block(`{"a":${"[".repeat(30)}${"]".repeat(30)}}`),
    ["4:25  values nest deeper than 20 levels here"],
  ],
  [
    "too long a text",
    block(`{"a":"${"x".repeat(100_000)}"}`),
    ["4:1  the block has 100009 characters, and 100000 may be read"],
  ],
])("%s is a finding with its place", (_, text, expected) => {
  expect(said(text)).toEqual(expected);
  expect(parseReport(text).report).toBeUndefined();
});

const oneLine = (text: string, expected = {}) =>
  checkReport(text, expected).map(({ pointer, message, remedy }) => `${pointer} ${message}. ${remedy}`);

test("a number beyond the range of JSON readers is reported once, at its place", () => {
  const remedy = "Write a number that JSON readers can hold. Send one block that the schema allows.";
  const line = `/task_id the number is too large to read. ${remedy}`;
  const text = json.replace('"task_id":4', '"task_id":1e400');
  expect(oneLine(text)).toEqual([line]);
  expect(oneLine(text, { taskId: 4 })).toEqual([line]);
  const own = JSON.stringify({ ...TESTER, role: "auditor", tester: undefined, auditor: { runs: [0] } });
  const agents = [
    { id: "auditor", category: "check", capabilities: [] },
    { id: "engineer", category: "do", capabilities: [] },
  ];
  expect(oneLine(own.replace('"runs":[0]', '"runs":[-1e999]'), { agents })).toEqual([
    line.replace("/task_id", "/auditor/runs/0"),
  ]);
});

test.each(["/etc/hosts", "../notes", "C:\\notes", "a/../b"])("the path %j is told in words", (path) => {
  const text = JSON.stringify({ ...TESTER, files: { changed: [], artifacts: [path] } });
  expect(oneLine(text)).toEqual([
    `/files/artifacts/0 ${JSON.stringify(path)} is no path inside the project. Write it from the project root, with forward slashes and without .. in it. Send one block that the schema allows.`,
  ]);
});

test("an empty path is told once", () => {
  const text = JSON.stringify({ ...TESTER, files: { changed: [], artifacts: [""] } });
  expect(oneLine(text)).toEqual([expect.stringMatching(/^\/files\/artifacts\/0 "" must NOT have fewer/)]);
});
