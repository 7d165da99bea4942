/** Names of memory files, records of their reads, and which of them may be forgotten. */

import { describe, expect, test } from "vitest";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { forgettingCandidates } from "./forgetting-candidates.js";
import type { ForgettingThresholds } from "./forgetting-signals.js";
import { memoryFileName } from "./memory-file-name.js";
import { mergeAccessLogs } from "./merge-access-logs.js";
import { mergeMemory } from "./merge-memory.js";
import { parseMemoryName } from "./parse-memory-name.js";

const policy = loadManifest().vocabulary.memory_policy!;
const { naming } = policy;

describe("a memory name", () => {
  test.each([
    ["empirical-retry-limit.md", "empirical", "retry-limit"],
    ["external-http-404-pages.md", "external", "http-404-pages"],
    ["pattern-two-step-file-move.md", "pattern", "two-step-file-move"],
    ["retry-limit.md", undefined, "retry-limit"],
    ["empirical-2048-bit-keys.md", "empirical", "2048-bit-keys"],
    ["external-ipv6-only-hosts.md", "external", "ipv6-only-hosts"],
    ["external-h2-2x-faster.md", "external", "h2-2x-faster"],
  ])("%s is good", (name, category, topic) => {
    expect(parseMemoryName(name, policy)).toEqual({ ...(category && { category }), topic, problems: [] });
  });

  test.each([
    ["lessons.md", ['The topic "lessons" has 1 word; give it 2 to 4.']],
    ["empirical-retry.md", ['The topic "retry" has 1 word; give it 2 to 4.']],
    ["empirical-.md", ['The topic "" has 0 words; give it 2 to 4.']],
    ["a-b-c-d-e.md", ['The topic "a-b-c-d-e" has 5 words; give it 2 to 4.']],
    ["Retry-Limit.md", [`"Retry-Limit.md" does not have the form ${naming.pattern}.`]],
    ["retry-limit.txt", [`"retry-limit.txt" does not have the form ${naming.pattern}.`]],
    ["memory/retry-limit.md", [`"memory/retry-limit.md" does not have the form ${naming.pattern}.`]],
    ["retry-limit-2026.md", ['"2026" is a date; leave it out, and put it into the text.']],
    ["retries-2026-05.md", ['"2026-05" is a date; leave it out, and put it into the text.']],
    ["retry-limit-20260501.md", ['"20260501" is a date; leave it out, and put it into the text.']],
    ["retry-limit-v2.md", ['"v2" is a version; leave it out, and put it into the text.']],
    ["retry-limit-1-4.md", ['"1-4" is a version; leave it out, and put it into the text.']],
    [
      "retry-1.4-limit.md",
      [
        `"retry-1.4-limit.md" does not have the form ${naming.pattern}.`,
        '"1.4" is a version; leave it out, and put it into the text.',
      ],
    ],
  ])("%s is not", (name, problems) => {
    expect(parseMemoryName(name, policy).problems).toEqual(problems);
  });

  test("needs a prefix where the policy asks for one", () => {
    const strict = { ...policy, naming: { ...naming, optional_prefix: false } };
    expect(parseMemoryName("retry-limit.md", strict).problems).toEqual([
      "The name begins with none of empirical-, external-, pattern-.",
    ]);
    expect(parseMemoryName("pattern-retry-limit.md", strict).problems).toEqual([]);
  });

  test("belongs to the category with the longest prefix", () => {
    const categories = ["a-", "a-b-", "a"].map((prefix) => ({ id: `of ${prefix}`, prefix, description: "One." }));
    expect(parseMemoryName("a-b-c-d.md", { categories, naming })).toMatchObject({ category: "of a-b-", topic: "c-d" });
  });
});

const A = ".nexus/memory/empirical-a.md";
const B = ".nexus/memory/pattern-b.md";
const record = (path: string, ts: string, count: number, agent: string, more: object = {}) =>
  JSON.stringify({ path, last_accessed_ts: ts, access_count: count, last_agent: agent, ...more });

describe("merged access logs", () => {
  const one = {
    source: "one",
    text: `${record(B, "2026-01-01T00:00:00Z", 1, "lead")}\n${record(A, "2026-01-03T00:00:00+02:00", 2, "writer")}\n`,
  };
  const two = {
    source: "two",
    text: `\uFEFF${record(A, "2026-01-02T23:00:00Z", 5, "tester", { mood: "calm", schema_version: "0.12" })}\r\n\r\n`,
  };
  const records = [
    {
      path: A,
      last_accessed_ts: "2026-01-02T23:00:00Z",
      access_count: 7,
      last_agent: "tester",
      mood: "calm",
      schema_version: "0.12",
    },
    { path: B, last_accessed_ts: "2026-01-01T00:00:00Z", access_count: 1, last_agent: "lead" },
  ];

  test("sum the counts by path and keep the newest read, in whatever order and time zone", () => {
    expect(mergeAccessLogs(one, two)).toEqual({ records, problems: [] });
    expect(mergeAccessLogs(two, one)).toEqual({ records, problems: [] });
  });

  test("do not depend on the order at the same moment either", () => {
    const at = "2026-01-01T00:00:00Z";
    const logs = ["lead", "writer"].map((agent) => ({ source: agent, text: record(A, at, 1, agent) }));
    const merged = [{ path: A, last_accessed_ts: at, access_count: 2, last_agent: "writer" }];
    expect(mergeAccessLogs(logs[0]!, logs[1]!).records).toEqual(merged);
    expect(mergeAccessLogs(logs[1]!, logs[0]!).records).toEqual(merged);
  });

  test("take different spellings of one path for one file", () => {
    const at = "2026-01-01T00:00:00Z";
    const spellings = [`./${A}`, A.replaceAll("/", "\\")];
    const logs = spellings.map((path) => ({ source: path, text: record(path, at, 1, "lead") }));
    expect(mergeAccessLogs(...logs).records).toMatchObject([{ path: A, access_count: 2 }]);
  });

  test("report each line that counts for nothing, and keep the others", () => {
    const at = "2026-01-01T00:00:00Z";
    const text = [
      "not JSON",
      record(A, at, 1, "lead"),
      record(B, "yesterday", 0, "lead"),
      "[]",
      record("/home/x/a.md", at, 1, "lead"),
      record("C:\\a.md", at, 1, "lead"),
      '{"path": "x"}',
    ].join("\n");
    const { records, problems } = mergeAccessLogs({ source: "one", text });
    expect(records.map(({ path }) => path)).toEqual([A]);
    expect(problems).toEqual([
      { source: "one", line: 1, message: "not valid JSON" },
      { source: "one", line: 3, message: 'last_accessed_ts: "yesterday" must match format "date-time"' },
      { source: "one", line: 3, message: "access_count: 0 must be >= 1" },
      { source: "one", line: 4, message: "[] is not of type object" },
      { source: "one", line: 5, message: expect.stringContaining("/home/x/a.md is absolute") },
      { source: "one", line: 6, message: expect.stringContaining("C:\\a.md is absolute") },
      { source: "one", line: 7, message: '"last_accessed_ts" is missing' },
      { source: "one", line: 7, message: '"access_count" is missing' },
      { source: "one", line: 7, message: '"last_agent" is missing' },
    ]);
  });

  test("let the later of two lines for a file in one log count, and say so", () => {
    const at = "2026-01-01T00:00:00Z";
    const text = `${record(A, at, 1, "lead")}\n${record(A, at, 4, "lead")}`;
    expect(mergeAccessLogs({ source: "one", text })).toEqual({
      records: [{ path: A, last_accessed_ts: at, access_count: 4, last_agent: "lead" }],
      problems: [{ source: "one", line: 2, message: `a second line for ${A}; it counts instead of the first` }],
    });
  });

  test("are read in time where a log has millions of lines that are none, and the first of them are told", () => {
    const start = process.cpuUsage();
    const { records, problems } = mergeAccessLogs({ source: "one", text: `${"x\n1\n".repeat(2_000_000)}` });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
    expect(records).toEqual([]);
    expect(problems.slice(9)).toEqual([
      { source: "one", line: 10, message: "1 is not of type object" },
      { source: "one", line: 11, message: "3999990 more problems from this line on" },
    ]);
  });

  test("are empty without logs", () => {
    expect(mergeAccessLogs()).toEqual({ records: [], problems: [] });
    expect(mergeAccessLogs({ source: "one", text: "" })).toEqual({ records: [], problems: [] });
  });
});

describe("forgetting", () => {
  const now = new Date("2026-07-01T00:00:00Z");
  const read = { path: A, last_accessed_ts: "2026-06-01T00:00:00Z", access_count: 2, last_agent: "lead" };
  const file = { path: A, changedAt: "2026-05-02T00:00:00Z" };
  const cycles = ["2026-05-31", "2026-06-01T00:00:00Z", "2026-06-02", "2026-06-03"].map((end) => ({
    completed_at: end,
  }));
  const all = { minDaysSinceRead: 30, minCyclesSinceRead: 2, maxReads: 2, minDaysSinceChange: 60 };
  const candidates = (thresholds: ForgettingThresholds, files = [file], records = [read]) =>
    forgettingCandidates(records, files, { thresholds }, now, cycles);

  test("is off without thresholds, however old a file is", () => {
    expect(forgettingCandidates([read], [file], {}, new Date("2126-01-01"), cycles)).toEqual([]);
  });

  test("takes as many files and records as there may be", () => {
    const records = Array.from({ length: 60_000 }, (_, index) => ({ ...read, path: `.nexus/memory/${index}.md` }));
    const files = records.slice(-4000).map(({ path }) => ({ ...file, path }));
    const start = process.cpuUsage();
    expect(candidates(all, files, records)).toHaveLength(4000);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
  });

  test("names the signals that speak against a file, each just at its limit", () => {
    expect(candidates(all)).toEqual([
      {
        path: A,
        signals: [
          { signal: "minDaysSinceRead", value: 30, limit: 30 },
          { signal: "minCyclesSinceRead", value: 2, limit: 2 },
          { signal: "maxReads", value: 2, limit: 2 },
          { signal: "minDaysSinceChange", value: 60, limit: 60 },
        ],
      },
    ]);
  });

  test.each([
    ["minDaysSinceRead", 30.1],
    ["minCyclesSinceRead", 3],
    ["maxReads", 1],
    ["minDaysSinceChange", 61],
  ])("spares a file for which %s alone does not speak", (signal, limit) => {
    expect(candidates({ ...all, [signal]: limit })).toEqual([]);
  });

  test("looks at no signal without a threshold", () => {
    const { minDaysSinceChange: _, ...three } = all;
    expect(candidates(three, [{ path: A } as typeof file])).toMatchObject([{ path: A, signals: { length: 3 } }]);
  });

  test("spares a file of which something that is asked for is not known", () => {
    expect(candidates(all, [{ path: A } as typeof file])).toEqual([]);
    expect(candidates(all, [file], [])).toEqual([]);
    expect(candidates(all, [file], [{ ...read, last_accessed_ts: "soon" }])).toEqual([]);
    expect(forgettingCandidates([read], [file], { thresholds: all }, now)).toEqual([]);
  });

  test.each([".nexus/context/a.md", ".nexus/rules/a.md", "a.md"])("cannot reach %s", (path) => {
    expect(candidates(all, [{ ...file, path }], [{ ...read, path }])).toEqual([]);
  });

  test("names files in the order of their paths, and none that is gone", () => {
    const files = [
      { ...file, path: B },
      { ...file, path: `./${A}` },
    ];
    const records = [read, { ...read, path: B }, { ...read, path: ".nexus/memory/gone.md" }];
    expect(candidates(all, files, records).map(({ path }) => path)).toEqual([A, B]);
  });

  test.each([
    [{}, "0 of at least three signals have a threshold"],
    [{ minDaysSinceRead: 1, maxReads: 1 }, "2 of at least three signals have a threshold"],
    [{ minDaysSinceRead: 1, maxReads: 1, minDaysSinceChange: undefined }, "2 of at least three signals"],
    [{ ...all, maxRead: 1 }, 'there is no signal "maxRead". Did you mean "maxReads"?'],
    [{ ...all, maxReads: -1 }, "maxReads is -1, and no number from 0"],
    [{ ...all, maxReads: Number.NaN }, "maxReads is NaN, and no number from 0"],
    [{ ...all, maxReads: "2" }, "maxReads is 2, and no number from 0"],
  ])("refuses the thresholds %j", (thresholds, message) => {
    expect(() => candidates(thresholds as ForgettingThresholds)).toThrow(
      expect.objectContaining({ code: "NXC_FORGETTING_POLICY", message: expect.stringContaining(message) }),
    );
  });
});

describe("the file on a topic", () => {
  test.each([
    ["retry-limit", "empirical", "empirical-retry-limit.md", []],
    ["retry-limit", undefined, "retry-limit.md", []],
    ["empirical-retry-limit", "empirical", "empirical-retry-limit.md", []],
    ["empirical-retry-limit", undefined, "empirical-retry-limit.md", []],
    [
      "empirical-retry-limit",
      "external",
      "empirical-retry-limit.md",
      ['The topic "empirical-retry-limit" bears the prefix of empirical, and the category is external.'],
    ],
    [
      "retry-limit",
      "rumour",
      "retry-limit.md",
      [expect.stringMatching(/^There is no category "rumour"; take one of /)],
    ],
    ["../../rules/all", undefined, "../../rules/all.md", [expect.stringContaining("does not have the form")]],
  ])("%s, %s is %s", (topic, category, name, problems) => {
    expect(memoryFileName(topic, category, policy)).toEqual({ name, problems });
  });
});

describe("an entry that is merged", () => {
  test("begins a file", () => {
    expect(mergeMemory(undefined, { text: "a" })).toEqual({ text: "a\n", added: true });
    expect(mergeMemory("", { text: "a\n", tags: ["x", "x"] })).toEqual({ text: "<!-- tags: x -->\na\n", added: true });
  });

  test.each([
    ["old", "old\n\nnew\n"],
    ["old\n", "old\n\nnew\n"],
    ["old\r\n\r\nmore  ", "old\r\n\r\nmore  \r\n\r\nnew\r\n"],
    ["\uFEFFold\n", "\uFEFFold\n\nnew\n"],
    ["<!-- tags:b,a-->\nold\n", "<!-- tags:b,a-->\nold\n\nnew\n"],
  ])("comes behind %j, of which every character stays", (existing, text) => {
    expect(mergeMemory(existing, { text: "new" })).toEqual({ text, added: true });
  });

  test.each([
    ["old\r\n", "<!-- tags: x -->\nnew\nlines", "<!-- tags: x -->\r\nold\r\n\r\nnew\r\nlines\r\n"],
    ["old\n", "new\r\nlines\r\n", "old\n\nnew\nlines\n"],
    ["old", "new\r\nlines", "old\r\n\r\nnew\r\nlines\r\n"],
    [undefined, "<!-- tags: x -->\r\nnew\r\nlines", "<!-- tags: x -->\r\nnew\r\nlines\r\n"],
  ])("has the line ends of %j", (existing, entry, text) => {
    expect(mergeMemory(existing, { text: entry })).toEqual({ text, added: true });
  });

  test.each([
    ["whole", "a\n\nnew\nlines\n\nz\n", "new\nlines\n"],
    ["with other line ends", "new\r\nlines\r\n", "new\nlines"],
    ["with empty lines around it", "new\n", "\nnew\n\n"],
  ])("is not written twice: %s", (_, existing, text) => {
    expect(mergeMemory(existing, { text })).toEqual({ text: existing, added: false });
  });

  test("is written where only a part of a line is the same", () => {
    expect(mergeMemory("a new way\n", { text: "new" })).toEqual({ text: "a new way\n\nnew\n", added: true });
  });

  test.each([
    ["<!-- tags: b, a -->\nold\n", ["c", "a"], "<!-- tags: b, a, c -->\nold\n"],
    ["old\n", ["c"], "<!-- tags: c -->\nold\n"],
    ["\uFEFF<!-- tags: b -->\r\nold\n", ["c"], "\uFEFF<!-- tags: b, c -->\r\nold\n"],
    ["old\r\n", ["c"], "<!-- tags: c -->\r\nold\r\n"],
    ["\uFEFFold\n", ["c"], "\uFEFF<!-- tags: c -->\nold\n"],
  ])("brings its tags into %j", (existing, tags, text) => {
    expect(mergeMemory(existing, { text: "old", tags })).toEqual({ text, added: false });
  });

  test("may bring its tags in its own first line", () => {
    const text = "<!-- tags: x, y -->\nnew";
    expect(mergeMemory("<!-- tags: y -->\nold\n", { text })).toEqual({
      text: "<!-- tags: y, x -->\nold\n\nnew\n",
      added: true,
    });
  });
});
