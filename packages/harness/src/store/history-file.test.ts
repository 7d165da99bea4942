import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Cycle } from "../generated/contract.js";
import { Project } from "../testing/project.js";
import { HISTORY_FILE, HistoryFile } from "./history-file.js";

const INDEX = ".nexus/state/test/history-index.json";

const fileOf = ({ root }: Project) => new HistoryFile(root, ".nexus/state/test");

const cycle = (id: number | null, topic = "Search") =>
  ({
    schema_version: "0.11",
    completed_at: "2026-02-01T00:00:00Z",
    branch: "main",
    plan: id === null ? null : { id, topic, issues: [], created_at: "2026-01-01T00:00:00Z" },
    tasks: [],
  }) satisfies Cycle;

/** A history that is long enough to get an index. */
const long = (count: number) => ({
  cycles: Array.from({ length: count }, (_, index) => cycle(index + 1, "long ".repeat(500))),
});

test("without a file there are no facts, and the first cycle creates the file", () => {
  const project = new Project();
  const history = fileOf(project);
  expect(history.facts(true)).toBeNull();
  expect([...history.cycles()]).toEqual([]);
  history.prepareAppend(cycle(3)).commit();
  expect(project.readText(HISTORY_FILE)).toBe(`${JSON.stringify({ cycles: [cycle(3)] }, null, 2)}\n`);
  expect(history.facts(true)).toEqual({ count: 1, highestPlanId: 3, last: cycle(3) });
});

test.each([
  ["indented", (value: unknown) => `${JSON.stringify(value, null, 2)}\n`],
  ["on one line", (value: unknown) => JSON.stringify(value)],
  ["with tabs", (value: unknown) => JSON.stringify(value, null, "\t")],
])("a cycle is appended, and the others stay identical to the byte: %s", (_, write) => {
  const value = { x_before: [{ cycles: 1 }], cycles: [cycle(9), cycle(null)], x_behind: { a: [] } };
  const project = new Project({ [HISTORY_FILE]: write(value) });
  const before = project.readText(HISTORY_FILE);
  fileOf(project).prepareAppend(cycle(10)).commit();
  expect(project.read(HISTORY_FILE)).toEqual({ ...value, cycles: [...value.cycles, cycle(10)] });
  const kept = before.lastIndexOf("}", before.indexOf("x_behind") - 1) + 1;
  expect(project.readText(HISTORY_FILE).startsWith(before.slice(0, kept))).toBe(true);
});

test("an indented history keeps the layout of JSON.stringify", () => {
  const project = new Project({ [HISTORY_FILE]: '{\n  "cycles": []\n}\n' });
  for (const id of [1, 2, 3]) fileOf(project).prepareAppend(cycle(id)).commit();
  expect(project.readText(HISTORY_FILE)).toBe(
    `${JSON.stringify({ cycles: [1, 2, 3].map((id) => cycle(id)) }, null, 2)}\n`,
  );
});

test("a short history has no index", () => {
  const project = new Project({ [HISTORY_FILE]: { cycles: [cycle(1)] } });
  fileOf(project).facts(true);
  expect(project.files()).toEqual([HISTORY_FILE]);
});

test("a long history is read once, and appending updates the index", () => {
  const project = new Project({ [HISTORY_FILE]: long(50) });
  const history = fileOf(project);
  expect(history.facts(true)).toMatchObject({ count: 50, highestPlanId: 50 });
  const index = project.read(INDEX) as object;
  // A false value shows whether the index is read instead of the file.
  project.write(INDEX, { ...index, highestPlanId: 777 });
  expect(history.facts(true)).toMatchObject({ count: 50, highestPlanId: 777 });
  history.prepareAppend(cycle(51)).commit();
  expect(history.facts(true)).toEqual({ count: 51, highestPlanId: 777, last: cycle(51) });
  expect(project.read(HISTORY_FILE)).toEqual({ cycles: [...long(50).cycles, cycle(51)] });
});

test("without the lock no index is written", () => {
  const project = new Project({ [HISTORY_FILE]: long(50) });
  expect(fileOf(project).facts(false)).toMatchObject({ count: 50 });
  expect(project.files()).toEqual([HISTORY_FILE]);
});

test("an index of another file is ignored", () => {
  const project = new Project({ [HISTORY_FILE]: long(50) });
  const history = fileOf(project);
  history.facts(true);
  project.write(HISTORY_FILE, long(60));
  expect(history.facts(true)).toMatchObject({ count: 60, highestPlanId: 60 });

  const { atime, mtime } = statSync(join(project.root, HISTORY_FILE));
  project.write(HISTORY_FILE, JSON.stringify(long(60)).replace('"id":60', '"id":99'));
  utimesSync(join(project.root, HISTORY_FILE), atime, mtime);
  expect(history.facts(true)).toMatchObject({ highestPlanId: 99 });
});

test("cycles of any form are counted, and ids may be text", () => {
  const old = [{}, { plan: { id: "7" }, tasks: 3 }, null, { plan: 9 }];
  const project = new Project({ [HISTORY_FILE]: { cycles: old } });
  expect(fileOf(project).facts(true)).toEqual({ count: 4, highestPlanId: 7, last: { plan: 9 } });
  fileOf(project).prepareAppend(cycle(8)).commit();
  expect(project.read(HISTORY_FILE)).toEqual({ cycles: [...old, cycle(8)] });
});

test.each([
  ["{}", { cycles: [cycle(1)] }],
  [' { "schema_version": "0.5" } \n', { schema_version: "0.5", cycles: [cycle(1)] }],
])("a history without a list gets one behind what it holds: %s", (text, expected) => {
  const project = new Project({ [HISTORY_FILE]: text });
  expect(fileOf(project).facts(true)).toEqual({ count: 0, highestPlanId: 0, last: null });
  fileOf(project).prepareAppend(cycle(1)).commit();
  expect(project.read(HISTORY_FILE)).toEqual(expected);
  fileOf(project).prepareAppend(cycle(2)).commit();
  expect(project.read(HISTORY_FILE)).toEqual({ ...expected, cycles: [cycle(1), cycle(2)] });
});

test("an index that is broken, or points outside the list, is rebuilt", () => {
  const project = new Project({ [HISTORY_FILE]: long(50) });
  const history = fileOf(project);
  history.facts(true);
  const index = project.read(INDEX) as { insertAt: number; last: { start: number; end: number } };
  const { insertAt, last } = index;
  const forged = [
    { insertAt: insertAt - 5 },
    { last: { ...last, end: 5e8 } },
    { last: { ...last, start: last.start + 1 } },
    { last: { ...last, start: last.end + 1 } },
    { count: 1.5 },
    { last: 7 },
  ];
  for (const broken of ["{ half", ...forged.map((part) => ({ ...index, ...part }))]) {
    project.write(INDEX, broken);
    expect(history.facts(true)).toMatchObject({ count: 50, highestPlanId: 50 });
  }
});

test.each([
  [[cycle(1)], ".nexus/history.json breaks its schema at its top: it must be of type object."],
  [{ cycles: {} }, ".nexus/history.json breaks its schema at cycles: it must be of type array."],
  [`{"cycles":[${JSON.stringify(cycle(1))}`, ".nexus/history.json is not valid JSON: "],
  [`{"cycles":[${JSON.stringify(cycle(1))},]}`, ".nexus/history.json is not valid JSON: in cycles[1], "],
  ["", ".nexus/history.json is not valid JSON: around the cycles, "],
])("an invalid history is refused with the place of the error: %j", (content, message) => {
  const history = fileOf(new Project({ [HISTORY_FILE]: content }));
  expect(() => history.facts(true)).toThrow(message);
  expect(() => [...history.cycles()]).toThrow(message);
  expect(() => history.prepareAppend(cycle(1))).toThrow(message);
});
