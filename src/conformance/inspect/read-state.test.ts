import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { loadContract } from "../contract/contract.js";
import { Collected } from "./collected.js";
import { readState, statesOf } from "./read-state.js";
import { STATE_RULES } from "./state-rules.js";

const CORE = loadContract("core");
const HISTORY = ".nexus/history.json";
const CYCLE = { schema_version: "0.11", completed_at: "2026-01-01T00:00:00Z", branch: "main", plan: null, tasks: [] };

/** Reads a history as if it had so many bytes. */
function historyOf(content: unknown, bytes?: number) {
  const root = temporaryFolder();
  writeFiles(root, { [HISTORY]: content });
  const state = statesOf(CORE).find(({ matches }) => matches(HISTORY));
  if (state === undefined) throw new Error("history is no state file");
  const collected = new Collected(STATE_RULES);
  const seen: unknown[] = [];
  readState({
    root,
    path: HISTORY,
    bytes: bytes ?? statSync(join(root, HISTORY)).size,
    state,
    inspection: { limits: {}, needs: { [HISTORY]: "cycles" } },
    inspector: {
      isOfAnotherVersion: () => false,
      document: (_, value) => {
        seen.push(value);
        return [];
      },
      item: (_, index, value) => {
        seen.push([index, value]);
        return [];
      },
    },
    collected,
  });
  return { seen, findings: sorted(collected.findings().map(({ line: _, ...finding }) => finding)) };
}

/** Only of a short file the lines are known, and they order its findings. */
function sorted<Item extends { readonly pointer?: string }>(findings: readonly Item[]): readonly Item[] {
  return [...findings].sort((a, b) => ((a.pointer ?? "") < (b.pointer ?? "") ? -1 : 1));
}

const LONG = 20 * 1024 * 1024;

test("a long history is read item by item with the findings of a short one", () => {
  const content = {
    schema_version: "0.11",
    cycles: [CYCLE, { ...CYCLE, branch: "" }, 5, { ...CYCLE, extra: [1] }],
    new: {},
  };
  const short = historyOf(content);
  const long = historyOf(content, LONG);
  expect(long.findings).toEqual(short.findings);
  expect(long.findings.map(({ pointer, message }) => [pointer, message])).toEqual([
    ["", expect.stringContaining("new")],
    ["/cycles/1/branch", expect.stringContaining("fewer than 1")],
    ["/cycles/2", expect.stringContaining("5 is not of type object")],
    ["/cycles/3", expect.stringContaining("extra")],
  ]);
  const frame = { schema_version: "0.11", cycles: [], new: {} };
  const items = content.cycles.map((cycle, index) => [index, cycle]);
  expect(short.seen).toEqual([frame, ...items]);
  expect(long.seen).toEqual([...items, frame]);
});

test.each<[title: string, text: string, message: string]>([
  ["is cut off", `{"cycles":[${JSON.stringify(CYCLE)},{"branch":`, 'not valid JSON behind 1 items of "cycles"'],
  ["goes on behind its end", '{"cycles":[]} {', "not valid JSON"],
  ["holds another value", '{"cycles":{"1":{}}}', '"cycles" is no list'],
  ["holds no object", "[1,2]", '"cycles" is no list'],
])("a long history that %s is one finding", (_, text, message) => {
  const { findings } = historyOf(text, LONG);
  expect(findings.map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
});

test("the same fault at many places is one finding, and kinds without end are cut off", () => {
  const many = historyOf({ cycles: Array.from({ length: 1000 }, () => ({ ...CYCLE, branch: "" })) });
  expect(many.findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/ \(1000 places, first \/cycles\/0\/branch\)$/u),
  ]);
  const extra = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, 1]));
  const crowded = historyOf({ cycles: [{ ...CYCLE, ...extra }] });
  expect(crowded.findings).toHaveLength(101);
  expect(crowded.findings.map(({ message }) => message)).toContain(
    "there are more than 100 kinds of fault; the rest is left out",
  );
});
