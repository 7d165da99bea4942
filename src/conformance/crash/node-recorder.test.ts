/** The file operations that are seen in a Node program, for each way to write a file. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { fakeProgram } from "../testing/judge-counter.js";
import { GuardedFolders } from "../workspace/guarded-folder.js";
import { Workspace } from "../workspace/workspace.js";
import { nodeRecorder } from "./node-recorder.js";
import { Copies } from "./recorder.js";

const OLD = '{"total":2}';
const NEW = '{"total":7}';

/** Adds 5 to a counter of 2. @returns each operation with the text of the file before it, and the text at the end */
function written(how: string) {
  const folders = new GuardedFolders(temporaryFolder(), false);
  onTestFinished(() => folders.remove());
  const workspace = new Workspace({}, folders);
  writeFiles(workspace.folder, { ".state/counter.json": OLD });
  const copies = new Copies(workspace);
  const recorder = nodeRecorder(copies);
  recorder.begin();
  const lines = [
    { id: 1, cmd: "open", workspace: workspace.folder },
    { id: 2, cmd: "call", tool: "add", params: { by: 5 } },
  ];
  const { stderr } = spawnSync(process.execPath, [fakeProgram("writers.mjs"), how], {
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    env: { ...process.env, ...recorder.watch.environment },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { operations, states, isWhole } = recorder.end();
  const file = join(workspace.folder, ".state/counter.json");
  const text = (state = copies.take() ?? "") => copies.contentOf(state).get(file);
  const seen = operations.map(({ name, path = "" }, index) => `${name} ${copies.shown(path)}: ${text(states[index])}`);
  return { seen: [...seen, text()], isWhole };
}

const counter = ".state/counter.json";
test.each([
  ["atomic", [`open ${counter}.next: ${OLD}`, `writeFile ${counter}.next: ${OLD}`, `rename ${counter}: ${OLD}`]],
  ["sync", [`open ${counter}: ${OLD}`, `write ${counter}: `]],
  ["descriptor", [`open ${counter}: ${OLD}`, `write ${counter}: `, `write ${counter}: {"to`]],
  ["callback", [`open ${counter}: ${OLD}`, `write ${counter}: `]],
  ["promise", [`open ${counter}: ${OLD}`, `writeFile ${counter}: `]],
  ["handle", [`open ${counter}: ${OLD}`, `truncate ${counter}: ${OLD}`, `write ${counter}: `]],
  ["stream", [`open ${counter}: ${OLD}`, `write ${counter}: `]],
  ["append", [`truncate ${counter}: ${OLD}`, `open ${counter}: `, `writeFile ${counter}: `]],
  [
    "copy",
    [
      `open ${counter}.next: ${OLD}`,
      `write ${counter}.next: ${OLD}`,
      `open ${counter}: ${OLD}`,
      `copyFile ${counter}: `,
      `unlink ${counter}.next: ${NEW}`,
    ],
  ],
])("every operation of a program that writes in one way (%s) is seen before it happens", (how, operations) => {
  expect(written(how)).toEqual({ seen: [...operations, NEW], isWhole: true });
});

test.each(["two at once", "another program"])("what cannot be seen exactly is not taken as whole: %s", (how) => {
  expect(written(how).isWhole).toBe(false);
});
