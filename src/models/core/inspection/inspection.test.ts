import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import olderFiles from "../../../../conformance/scenarios/older-files.json" with { type: "json" };
import { loadContract } from "../../../conformance/contract/contract.js";
import { type InspectionResult, inspect } from "../../../conformance/inspect/inspect.js";
import { temporaryFolder, writeFiles } from "../../../testing/temporary-folder.js";
import { inspection } from "./index.js";

const CORE = loadContract("core");
const NOW = new Date("2026-06-01T00:00:00Z");
const WHEN = "2026-05-31T00:00:00Z";
const MINE = ".nexus/state/my-harness";

const PLAN = {
  id: 4,
  topic: "Search",
  issues: [{ id: 1, title: "Which index", status: "pending" }],
  created_at: WHEN,
};
const TASK = { id: 1, title: "Build the index", context: "In memory", status: "pending", deps: [], plan_issue: 1 };
const TASKS = { goal: "", decisions: [], tasks: [TASK] };
const CYCLE = { schema_version: "0.11", completed_at: WHEN, branch: "main", plan: { ...PLAN, id: 3 }, tasks: [] };
const READ = { path: ".nexus/memory/index.md", last_accessed_ts: WHEN, access_count: 1, last_agent: "lead" };
const AGENT = { harness_id: "my-harness", agent_id: "a-1", started_at: WHEN, status: "running" };
const EXTENSION = {
  extends: "conformance/state-schemas/plan.schema.json",
  extension_for_plan_id: 4,
  issue_extensions: {},
};

/** A project in which nothing is wrong. */
const SOUND: Readonly<Record<string, unknown>> = {
  ".nexus/.gitignore": "state/\n",
  ".nexus/history.json": { cycles: [CYCLE] },
  ".nexus/state/plan.json": PLAN,
  ".nexus/state/tasks.json": TASKS,
  ".nexus/state/tool-log.jsonl": "",
  ".nexus/state/artifacts/notes.tmp": "",
  [`${MINE}/agent-tracker.json`]: [AGENT],
  [`${MINE}/memory-access.jsonl`]: `${JSON.stringify(READ)}\n`,
  [`${MINE}/plan.extension.json`]: EXTENSION,
  ".nexus/memory/index.md": "It is inverted.\n",
  ".nexus/context/stack.md": "TypeScript.\n",
};

function projectWith(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder();
  writeFiles(root, { ...SOUND, ...files });
  return root;
}

function look(root: string): Promise<InspectionResult> {
  return inspect(root, CORE, inspection, NOW);
}

/** `rule file:line pointer`, as far as there are any. */
async function found(root: string): Promise<readonly string[]> {
  const { findings } = await look(root);
  return findings.map(({ rule, file, line, pointer }) =>
    [rule, line === undefined ? file : `${file}:${line}`, ...(pointer ? [pointer] : [])].join(" "),
  );
}

test("a sound project has no findings, and one line says what is in it", async () => {
  const { findings, summary } = await look(projectWith({}));
  expect(findings).toEqual([]);
  expect(summary).toBe("a plan of 1 issue, 1 task, 1 cycle (version 0.11), 1 memory file, trackers of my-harness");
});

test.each<[title: string, files: Readonly<Record<string, unknown>>, expected: readonly string[]]>([
  [
    "a text that is no JSON",
    { ".nexus/state/plan.json": '{\n "id": }' },
    ["state/unreadable .nexus/state/plan.json:2"],
  ],
  [
    "another value in place of a list",
    { ".nexus/history.json": { cycles: {} } },
    ["state/no-list .nexus/history.json"],
  ],
  [
    "numbers and texts of one number",
    { ".nexus/state/tasks.json": { ...TASKS, tasks: [TASK, { ...TASK, id: "1" }] } },
    ["state/repeated .nexus/state/tasks.json:13 /tasks/1", "state/schema .nexus/state/tasks.json:14 /tasks/1/id"],
  ],
  [
    "a name twice in an object",
    { ".nexus/state/tasks.json": '{"goal":"","goal":"","decisions":[],"tasks":[]}' },
    ["state/repeated .nexus/state/tasks.json"],
  ],
  [
    "decisions that do not fit",
    {
      ".nexus/state/plan.json": {
        ...PLAN,
        issues: [
          { id: 1, title: "Which index", status: "decided" },
          { id: 2, title: "Which store", status: "pending", decision: "On disk" },
        ],
      },
    },
    ["plan/undecided .nexus/state/plan.json:5 /issues/0", "plan/early .nexus/state/plan.json:10 /issues/1"],
  ],
  [
    "a plan that history holds",
    { ".nexus/history.json": { cycles: [{ ...CYCLE, plan: PLAN }] } },
    ["plan/archived .nexus/state/plan.json:2 /id"],
  ],
  [
    "a plan with the number of another",
    { ".nexus/history.json": { cycles: [{ ...CYCLE, plan: { ...PLAN, topic: "Caching" } }] } },
    ["plan/number .nexus/state/plan.json:2 /id"],
  ],
  [
    "completed tasks of a plan that is still open",
    { ".nexus/state/tasks.json": { ...TASKS, tasks: [{ ...TASK, status: "completed" }] } },
    [],
  ],
  [
    "tasks that wait for nothing or for themselves, and one that only waits for those",
    {
      ".nexus/state/tasks.json": {
        ...TASKS,
        tasks: [
          { ...TASK, deps: [2] },
          { ...TASK, id: 2, deps: ["1", 9] },
          { ...TASK, id: 3, deps: [1] },
          { ...TASK, id: 4, plan_issue: 8 },
        ],
      },
    },
    [
      "tasks/deps .nexus/state/tasks.json:10 /tasks/0/deps",
      "tasks/deps .nexus/state/tasks.json:20 /tasks/1/deps",
      "state/schema .nexus/state/tasks.json:21 /tasks/1/deps/0",
      "tasks/plan-issue .nexus/state/tasks.json:42 /tasks/3/plan_issue",
    ],
  ],
  [
    "tasks that are all completed, of a plan with nothing left to decide",
    {
      ".nexus/state/plan.json": {
        ...PLAN,
        issues: [{ id: 1, title: "Which index", status: "decided", decision: "B" }],
      },
      ".nexus/state/tasks.json": { ...TASKS, tasks: [{ ...TASK, status: "completed" }] },
    },
    ["cycle/finished .nexus/state/tasks.json"],
  ],
  [
    "two plans of one number in history",
    { ".nexus/history.json": { cycles: [CYCLE, CYCLE] } },
    ["history/plan-id .nexus/history.json:26 /cycles/1/plan/id"],
  ],
  [
    "an agent of another harness, and one of last month",
    {
      [`${MINE}/agent-tracker.json`]: [
        { ...AGENT, harness_id: "other" },
        { ...AGENT, agent_id: "b", started_at: "2026-05-01T00:00:00Z" },
      ],
    },
    [`tracker/harness ${MINE}/agent-tracker.json:2 /0`, `tracker/left ${MINE}/agent-tracker.json:8 /1`],
  ],
  [
    "an extension of an earlier plan",
    { [`${MINE}/plan.extension.json`]: { ...EXTENSION, extension_for_plan_id: 3 } },
    [`extension/base ${MINE}/plan.extension.json`],
  ],
  [
    "an extension of nothing",
    { [`${MINE}/agents.extension.json`]: EXTENSION },
    [`extension/base ${MINE}/agents.extension.json`],
  ],
  [
    "files at the wrong place",
    {
      ".nexus/bak.20260101/memory/a.md": "Old.\n",
      ".nexus/notes.txt": "",
      ".nexus/state/agent-tracker.json": [],
      ".nexus/state/plan.json.tmp": "",
      ".nexus/state/settings.json": {},
      ".nexus/state/My_Harness/cache.json": {},
      [`${MINE}/tasks.json`]: TASKS,
    },
    [
      "places/backup .nexus/bak.20260101",
      "places/unknown .nexus/notes.txt",
      "places/namespace .nexus/state/My_Harness",
      "places/legacy .nexus/state/agent-tracker.json",
      `places/reserved ${MINE}/tasks.json`,
      "places/leftover .nexus/state/plan.json.tmp",
      "places/unknown .nexus/state/settings.json",
    ],
  ],
  [
    "memory of bad names, that is empty, or that nobody reads",
    {
      ".nexus/memory/Retry.md": "Three times.\n",
      ".nexus/memory/retry-2026.md": "",
      [`${MINE}/memory-access.jsonl`]: [
        { ...READ, path: "/home/me/.nexus/memory/Retry.md" },
        { ...READ, path: "C:\\work\\.nexus\\memory\\gone.md" },
        { ...READ, last_accessed_ts: "2026-01-01T00:00:00Z" },
        { ...READ, path: "notes.md" },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    },
    [
      "memory/name .nexus/memory/Retry.md",
      "memory/stale .nexus/memory/index.md",
      "memory/empty .nexus/memory/retry-2026.md",
      "memory/name .nexus/memory/retry-2026.md",
      "memory/stale .nexus/memory/retry-2026.md",
      `memory/place ${MINE}/memory-access.jsonl:1 /0`,
      `memory/gone ${MINE}/memory-access.jsonl:2 /1`,
      `memory/place ${MINE}/memory-access.jsonl:4 /3`,
    ],
  ],
  [
    "files of other versions, whose form is no fault",
    {
      ".nexus/history.json": {
        cycles: [
          { completed_at: WHEN },
          { schema_version: "0.5", branch: "main" },
          { ...CYCLE, schema_version: "0.12", new: 1 },
        ],
      },
      ".nexus/state/tasks.json": { schema_version: "0.9", tasks: [TASK] },
    },
    [
      "state/other-form .nexus/history.json:3 /cycles/0",
      "state/other-form .nexus/history.json:3 /cycles/0",
      "state/other-form .nexus/history.json:3 /cycles/0",
      "upgrade/older .nexus/history.json:3 /cycles/0",
      "state/other-form .nexus/history.json:6 /cycles/1",
      "upgrade/older .nexus/history.json:6 /cycles/1",
      "state/other-form .nexus/history.json:10 /cycles/2",
      "upgrade/newer .nexus/history.json:10 /cycles/2",
      "state/other-form .nexus/state/tasks.json:1",
      "state/other-form .nexus/state/tasks.json:1",
      "upgrade/older .nexus/state/tasks.json:2 /schema_version",
    ],
  ],
])("%s", async (_, files, expected) => {
  expect(await found(projectWith(files))).toEqual(expected);
});

test("what git holds of a session, what it would take, and what of the project's knowledge it leaves out", async () => {
  const root = projectWith({ ".nexus/.gitignore": "*.md\n/history.json\n" });
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: root });
  git("init", "--quiet");
  git("add", ".nexus/state/plan.json");
  expect(await found(root)).toEqual([
    "git/open .nexus/.gitignore",
    "git/knowledge .nexus/context/stack.md",
    "git/knowledge .nexus/history.json",
    "git/knowledge .nexus/memory/index.md",
    "git/state .nexus/state/plan.json",
  ]);
});

test("links and pipes are named, and neither followed nor waited for", async () => {
  const root = projectWith({ "secret.md": "Not yours.\n" });
  symlinkSync(join(root, "secret.md"), join(root, ".nexus/memory/secret.md"));
  symlinkSync(root, join(root, ".nexus/state/other"));
  execFileSync("mkfifo", [join(root, MINE, "tasks.extension.json")]);
  expect(await found(root)).toEqual([
    "files/link .nexus/memory/secret.md",
    `files/special ${MINE}/tasks.extension.json`,
    "files/link .nexus/state/other",
  ]);
});

test("a folder that is a file or a link is one finding, and a name that is not UTF-8 is no empty file", async () => {
  const file = temporaryFolder();
  writeFiles(file, { ".nexus": "" });
  const { findings, summary } = await look(file);
  expect(findings.map(({ rule }) => rule)).toEqual(["files/special"]);
  expect(summary).toMatch(/one place not read$/u);
  const link = temporaryFolder();
  symlinkSync(file, join(link, ".nexus"));
  expect(await found(link)).toEqual(["files/link .nexus"]);
  const odd = projectWith({});
  writeFileSync(
    Buffer.concat([Buffer.from(`${odd}/.nexus/memory/bad-`), Buffer.from([0xff]), Buffer.from(".md")]),
    "Text.",
  );
  expect(await found(odd)).toEqual([
    "memory/name .nexus/memory/bad-\ufffd.md",
    "memory/stale .nexus/memory/bad-\ufffd.md",
  ]);
});

test("what the contract's own cases call readable has no errors", async () => {
  const cases = olderFiles as readonly {
    readonly test_id: string;
    readonly precondition?: { readonly state_files?: Readonly<Record<string, unknown>> };
  }[];
  const given = cases
    .filter(({ test_id: id }) => id.startsWith("older_"))
    .map(({ precondition }) => precondition?.state_files);
  const wrong = new Set<string>();
  for (const text of new Set(given.map((files) => JSON.stringify(files ?? {})))) {
    const files = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
    const root = temporaryFolder();
    writeFiles(root, {
      ".nexus/.gitignore": "",
      ...Object.fromEntries(files.filter(([, content]) => content !== null)),
    });
    for (const { level, message } of (await look(root)).findings)
      if (level === "error") wrong.add(`${message}: ${text}`);
  }
  expect(wrong).toEqual(new Set());
});

test("whatever the files hold, it is inspected to the end", async () => {
  const root = projectWith({});
  const files = [
    ".nexus/history.json",
    ".nexus/state/plan.json",
    ".nexus/state/tasks.json",
    `${MINE}/agent-tracker.json`,
  ];
  const part = fc.dictionary(
    fc.constantFrom("id", "issues", "tasks", "deps", "cycles", "plan", "schema_version", "status", "plan_issue"),
    fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(fc.constantFrom("id", "deps", "plan", "status"), fc.jsonValue()))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(part, fc.jsonValue()), { minLength: 4, maxLength: 4 }), async (values) => {
      writeFiles(root, Object.fromEntries(files.map((file, index) => [file, JSON.stringify(values[index])])));
      expect((await look(root)).summary).toContain("cycle");
    }),
    { numRuns: 25, seed: 7 },
  );
});
