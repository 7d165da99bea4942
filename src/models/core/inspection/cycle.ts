/** The plan, its tasks and the cycles before. */

import type { Noticed } from "../../../conformance/inspect/inspection.js";
import { idOf, isPart, type Part, partsOf, show } from "./parts.js";

export const PLAN = ".nexus/state/plan.json";
export const TASKS = ".nexus/state/tasks.json";
export const HISTORY = ".nexus/history.json";

export function planNotes({ issues }: Part): readonly Noticed[] {
  return partsOf(issues).flatMap(([index, { status, decision }]): readonly Noticed[] => {
    const isDecided = status === "decided";
    const hasDecision = typeof decision === "string" && decision !== "";
    if (isDecided === hasDecision || (!isDecided && status !== "pending")) return [];
    const place = { file: PLAN, pointer: `/issues/${index}` };
    return isDecided
      ? [{ rule: "plan/undecided", ...place, message: "an issue is decided and holds no decision" }]
      : [{ rule: "plan/early", ...place, message: "an issue is pending and holds a decision" }];
  });
}

export function taskNotes({ tasks }: Part, plan: Part | undefined): readonly Noticed[] {
  const all = partsOf(tasks);
  const waitsFor = new Map(all.map(([, { id, deps }]) => [idOf(id), idsOf(deps)]));
  const issues = plan === undefined ? undefined : new Set(partsOf(plan["issues"]).map(([, { id }]) => idOf(id)));
  const inLoop = idsInLoops(waitsFor);
  const isDecided = partsOf(plan?.["issues"]).every(([, { status }]) => status === "decided");
  const isFinished = isDecided && all.length > 0 && all.every(([, { status }]) => status === "completed");
  const finished: Noticed = {
    rule: "cycle/finished",
    file: TASKS,
    message: "every issue is decided and every task is completed",
  };
  return [
    ...all.flatMap(([index, { id, deps, plan_issue: issue }]): readonly Noticed[] => {
      const pointer = `/tasks/${index}`;
      const missing = idsOf(deps).filter((dep) => !waitsFor.has(dep));
      return [
        ...missing.map((dep) => ({
          rule: "tasks/deps",
          file: TASKS,
          pointer: `${pointer}/deps`,
          message: `task ${show(id)} waits for ${show(dep)}, which is not in the list`,
          kind: "missing",
        })),
        ...(inLoop.has(idOf(id))
          ? [
              {
                rule: "tasks/deps",
                file: TASKS,
                pointer: `${pointer}/deps`,
                message: `task ${show(id)} waits for itself, directly or through other tasks`,
                kind: "loop",
              },
            ]
          : []),
        ...(issues === undefined || issue === undefined || issues.has(idOf(issue))
          ? []
          : [
              {
                rule: "tasks/plan-issue",
                file: TASKS,
                pointer: `${pointer}/plan_issue`,
                message: `task ${show(id)} names issue ${show(issue)}, which the plan does not have`,
                kind: "issue",
              },
            ]),
      ];
    }),
    ...(isFinished ? [finished] : []),
  ];
}

function idsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map(idOf) : [];
}

type Edges = ReadonlyMap<unknown, readonly unknown[]>;

/**
 * The tasks that wait, over any number of others, for themselves. What only waits for a loop, and what a loop only waits
 * for, is peeled off from both ends.
 */
function idsInLoops(waitsFor: Edges): ReadonlySet<unknown> {
  const within = (edges: Edges, ids: Pick<ReadonlySet<unknown>, "has">): Edges =>
    new Map(
      [...edges].filter(([id]) => ids.has(id)).map(([id, others]) => [id, others.filter((each) => ids.has(each))]),
    );
  const left = within(waitsFor, waitsFor);
  const core = within(left, unpeeled(left));
  return unpeeled(reversed(core));
}

/** What is left when everything without an edge to something left is taken away. */
function unpeeled(edges: Edges): ReadonlySet<unknown> {
  const back = reversed(edges);
  const open = new Map([...edges].map(([id, others]) => [id, others.length]));
  const free = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    open.delete(id);
    for (const other of back.get(id) ?? []) {
      const count = (open.get(other) ?? 0) - 1;
      open.set(other, count);
      if (count === 0) free.push(other);
    }
  }
  return new Set(open.keys());
}

function reversed(edges: Edges): Edges {
  const back = new Map<unknown, unknown[]>([...edges.keys()].map((id) => [id, []]));
  for (const [id, others] of edges) for (const other of others) back.get(other)?.push(id);
  return back;
}

/** What has been seen of history, a cycle at a time. */
export class Cycles {
  count = 0;
  /** By number what else tells a plan from others. */
  private readonly plans = new Map<unknown, string>();

  notes(index: number, cycle: unknown): readonly Noticed[] {
    this.count += 1;
    const plan = isPart(cycle) ? cycle["plan"] : undefined;
    const id = isPart(plan) ? idOf(plan["id"]) : undefined;
    if (!isPart(plan) || typeof id !== "number") return [];
    const pointer = `/cycles/${index}/plan/id`;
    const isKnown = this.plans.has(id);
    this.plans.set(id, markOf(plan));
    if (!isKnown) return [];
    return [
      {
        rule: "history/plan-id",
        file: HISTORY,
        pointer,
        message: `plan ${id} has the number of an earlier plan`,
        kind: "id",
      },
    ];
  }

  /** Whether the plan that is active is among them, or one of its number. */
  activeNotes(plan: Part | undefined): readonly Noticed[] {
    const archived = plan === undefined ? undefined : this.plans.get(idOf(plan["id"]));
    if (plan === undefined || archived === undefined) return [];
    const place = { file: PLAN, pointer: "/id" };
    return archived === markOf(plan)
      ? [{ rule: "plan/archived", ...place, message: "history holds this plan already" }]
      : [{ rule: "plan/number", ...place, message: `history holds another plan with the number ${show(plan["id"])}` }];
  }
}

function markOf({ topic, created_at: at }: Part): string {
  return JSON.stringify([topic, at]);
}
