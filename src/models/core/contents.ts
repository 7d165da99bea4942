/** What the files of a project may hold: files as an older or a newer version writes them. An older one may lack parts. */

import type { Arbitrary, Generators } from "../../conformance/fuzz/model.js";
import { STATUSES } from "./params.js";
import { recordsOf } from "./records.js";
import type { StateName } from "./state.js";
import { nameArbitrary, textArbitrary } from "./texts.js";

export function contentsFrom(fc: Generators): Readonly<Record<StateName, Arbitrary<unknown>>> {
  const [text, name] = [textArbitrary(fc), nameArbitrary(fc)];
  const time = fc.constantFrom("2026-01-02T03:04:05Z", "2025-12-31T23:59:59.999+09:00");
  const foreign = fc.constantFrom<unknown>("high", 3, true, null, { nested: ["x"] }, ["x", { id: 9 }]);
  const record = recordsOf(fc);
  const version = fc.constantFrom("0.9", "0.12");
  const issue = fc.oneof(
    {
      weight: 2,
      arbitrary: record({ title: name, status: fc.constant("pending"), priority: foreign }, "title", "status"),
    },
    record(
      {
        title: name,
        status: fc.constant("decided"),
        decision: text,
        how_agents: fc.array(text, { maxLength: 2 }),
        how_summary: fc.constantFrom({}, { architect: "search" }),
        how_agent_ids: fc.constantFrom({}, { postdoc: "a-1" }),
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
      labels: foreign,
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
  );
  const task = record(
    {
      title: name,
      context: fc.oneof({ weight: 4, arbitrary: name }, fc.constant("")),
      status: fc.constantFrom(...STATUSES),
      deps: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
      created_at: time,
      approach: text,
      plan_issue: fc.integer({ min: 1, max: 4 }),
      owner: fc.constantFrom("engineer", "writer", ""),
      target_files: fc.array(name, { maxLength: 2 }),
      estimate: foreign,
    },
    "title",
    "status",
  );
  const tasks = numbered(fc, task);
  const decisions = fc.array(text, { maxLength: 2 });
  const cycle = record({
    schema_version: version,
    completed_at: time,
    branch: fc.constantFrom("main", "feat/x"),
    plan: fc.oneof<unknown>(plan, fc.constant(null)),
    tasks,
    goal: text,
    decisions,
    outcome: foreign,
  });
  // More than a search shows unless it is asked for more, too.
  const cycles = fc.oneof(
    { weight: 4, arbitrary: fc.array(cycle, { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(cycle, cycle, fc.integer({ min: 9, max: 13 }))
        .map(([one, other, count]) => Array.from({ length: count }, (_, index) => (index % 3 === 0 ? one : other))),
    },
  );
  return {
    plan,
    tasks: record({ labels: foreign, schema_version: version, goal: text, decisions, tasks, board: foreign }, "tasks"),
    history: record({ labels: foreign, schema_version: version, cycles, keeper: foreign }),
  };
}

/** Items with ids that may have gaps and be out of order. */
function numbered(fc: Generators, item: Arbitrary<Readonly<Record<string, unknown>>>) {
  const order = fc.oneof({ weight: 4, arbitrary: fc.constant("up") }, { weight: 1, arbitrary: fc.constant("down") });
  const items = fc.array(fc.tuple(item, fc.constantFrom(1, 1, 2)), { maxLength: 4, size: "max" });
  return fc.tuple(items, order).map(([made, direction]) => {
    let id = 0;
    const rising = made.map(([members, step]) => {
      id += step;
      return { id, ...members };
    });
    return direction === "up" ? rising : rising.toReversed();
  });
}
