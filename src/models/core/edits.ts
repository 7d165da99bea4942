/** What others do to the files: files of other versions, broken ones, and none. */

import type { Arbitrary, FileEdit, Generators } from "../../conformance/fuzz/model.js";
import { STATUSES } from "./params.js";
import { recordsOf } from "./records.js";
import { FILES, STATE_NAMES, type StateName } from "./state.js";
import { nameArbitrary, textArbitrary } from "./texts.js";

/** Texts that no tool can use, by what is wrong: no JSON at all, and a known field that breaks its schema. */
const BROKEN: Readonly<Record<StateName, readonly string[]>> = {
  plan: [
    "",
    "{",
    '{"id": 3, "topic": "cut off',
    '{"id": "3"}',
    "[]",
    '{"id": 1, "topic": "", "issues": [], "created_at": "2026-01-01T00:00:00Z"}',
  ],
  tasks: [
    "",
    "not json",
    '{"goal": "g", "decisions": [], "tasks": [',
    "null",
    '{"goal": 1, "decisions": [], "tasks": []}',
    '{"goal": "", "decisions": []}',
  ],
  history: [
    "",
    "{",
    '{"cycles": [{]}',
    '{"cycles": {}}',
    "{}",
    '{"cycles": [{"branch": "main", "plan": null, "tasks": []}]}',
  ],
};

export function editsFrom(fc: Generators): Arbitrary<FileEdit> {
  const name = fc.constantFrom(...STATE_NAMES);
  const contents = contentsFrom(fc);
  const whole = STATE_NAMES.map((each) =>
    contents[each].map((value): FileEdit => ({ write_files: { [FILES[each]]: value } })),
  );
  const broken = name.chain((each) =>
    fc.constantFrom(...BROKEN[each]).map((text): FileEdit => ({ write_files: { [FILES[each]]: { text } } })),
  );
  const interrupted = fc
    .tuple(contents.history, contents.plan, contents.tasks, fc.boolean(), fc.boolean())
    .map(([history, plan, tasks, hasPlan, hasTasks]) => interruptedArchive(history, plan, tasks, hasPlan, hasTasks));
  const deleted = fc.oneof<FileEdit>(
    name.map((each) => ({ delete_files: [FILES[each]] })),
    fc.constant({ delete_files: Object.values(FILES) }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...whole) },
    { weight: 2, arbitrary: interrupted },
    { weight: 3, arbitrary: broken },
    { weight: 3, arbitrary: deleted },
  );
}

/** Files that an archive has left which was interrupted after it had written history: the last cycle holds them already. */
function interruptedArchive(
  history: unknown,
  plan: unknown,
  list: unknown,
  hasPlan: boolean,
  hasTasks: boolean,
): FileEdit {
  const { cycles, ...rest } = history as { readonly cycles: readonly unknown[] };
  const { goal, decisions, tasks } = list as Readonly<Record<string, unknown>>;
  const cycle = {
    schema_version: "0.11",
    completed_at: "2026-01-03T00:00:00Z",
    branch: "main",
    plan: hasPlan ? plan : null,
    tasks: hasTasks ? tasks : [],
    ...(hasTasks ? { goal, decisions } : {}),
  };
  return {
    write_files: {
      [FILES.history]: { ...rest, cycles: [...cycles, cycle] },
      ...(hasPlan ? { [FILES.plan]: plan } : {}),
      ...(hasTasks ? { [FILES.tasks]: list } : {}),
    },
  };
}

/** Whole files as an older or a newer version writes them. */
function contentsFrom(fc: Generators): Readonly<Record<StateName, Arbitrary<unknown>>> {
  const [text, name] = [textArbitrary(fc), nameArbitrary(fc)];
  const time = fc.constantFrom("2026-01-02T03:04:05Z", "2025-12-31T23:59:59.999+09:00");
  const foreign = fc.oneof<unknown>(fc.constantFrom<unknown>("high", 3, true, null), fc.constant({ nested: ["x"] }));
  const record = recordsOf(fc);
  const version = fc.constantFrom("0.9", "0.12");
  const issue = fc.oneof(
    record({ title: name, status: fc.constant("pending"), priority: foreign }, "title", "status"),
    record(
      {
        title: name,
        status: fc.constant("decided"),
        decision: text,
        how_agents: fc.array(text, { maxLength: 2 }),
        priority: foreign,
      },
      "title",
      "status",
      "decision",
    ),
  );
  const issues = numbered(fc, issue);
  const plan = record(
    {
      schema_version: version,
      id: fc.integer({ min: 1, max: 30 }),
      topic: name,
      issues,
      research_summary: text,
      created_at: time,
      team: foreign,
    },
    "id",
    "topic",
    "issues",
    "created_at",
  );
  const task = record(
    {
      title: name,
      context: name,
      status: fc.constantFrom(...STATUSES),
      deps: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
      created_at: time,
      owner: text,
      estimate: foreign,
    },
    "title",
    "context",
    "status",
    "deps",
  );
  const tasks = numbered(fc, task);
  const decisions = fc.array(text, { maxLength: 2 });
  const cycle = record(
    {
      schema_version: version,
      completed_at: time,
      branch: fc.constantFrom("main", "feat/x"),
      plan: fc.oneof<unknown>(plan, fc.constant(null)),
      tasks,
      goal: text,
      decisions,
      outcome: foreign,
    },
    "completed_at",
    "branch",
    "plan",
    "tasks",
  );
  return {
    plan,
    tasks: record(
      { schema_version: version, goal: text, decisions, tasks, board: foreign },
      "goal",
      "decisions",
      "tasks",
    ),
    history: record({ schema_version: version, cycles: fc.array(cycle, { maxLength: 3 }), keeper: foreign }, "cycles"),
  };
}

/** Items with ids that rise, with gaps. */
function numbered(fc: Generators, item: Arbitrary<Readonly<Record<string, unknown>>>) {
  return fc.array(fc.tuple(item, fc.integer({ min: 1, max: 2 })), { maxLength: 3 }).map((items) => {
    let id = 0;
    return items.map(([members, step]) => {
      id += step;
      return { id, ...members };
    });
  });
}
