import { exactly, itemsAt, Matching } from "../../conformance/fuzz/exactly.js";
import { onlyOne } from "../../conformance/fuzz/only-one.js";
import { definedOnly } from "./defined-only.js";
import { type CoreState, type Cycle, openState } from "./state.js";
import type { Outcome, Reason, ToolModel } from "./tool.js";

/** The text may occur in any time that the implementation wrote. */
const MAY_BE_OF_A_TIME = /^[\dtz:.+-]+$/iu;

export const historySearch: ToolModel = {
  reads: ["history"],

  run(state, { query = "", last_n = 10 }) {
    const { cycles } = openState(state);
    if (MAY_BE_OF_A_TIME.test(String(query))) {
      return { next: state, assert_return: { "$.total": { type: "integer", min: 0, max: cycles.length } } };
    }
    // The archived cycle may carry the goal and the decisions of tasks.json, and so be found by them (`core.task_close.keeps-goal`).
    const found = [
      cycles.filter((cycle) => holds(cycle, String(query))),
      cycles.filter(({ goal, decisions, ...cycle }) =>
        holds(cycle.completed_at instanceof Matching ? cycle : { ...cycle, goal, decisions }, String(query)),
      ),
    ] as const;
    const choices = found[0].length === found[1].length ? [found[0]] : found;
    return choices.map((matches) => answerWith(state, matches, Number(last_n)));
  },
};

function answerWith(state: CoreState, matches: readonly Cycle[], count: number): Outcome {
  const cycles = matches.slice(-count).map(summaryOf);
  return {
    next: state,
    assert_return: {
      ...exactly({ total: matches.length, showing: cycles.length }),
      ...itemsAt("/cycles", cycles, (cycle) => SUMMARY.every((name) => name in cycle)),
    },
  };
}

/** Whether the JSON text of a value holds the query, which has nothing that JSON writes in another form. */
function holds(value: unknown, query: string): boolean {
  if (query === "") return true;
  if (value instanceof Matching || value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holds(item, query));
  if (typeof value === "object") {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return members.some(([name, member]) => holds(name, query) || holds(member, query));
  }
  return String(value).toLowerCase().includes(query.toLowerCase());
}

const SUMMARY = ["completed_at", "branch", "decisions", "task_count"];

/** What an older cycle lacks may be filled in. */
function summaryOf({ completed_at, branch, plan, tasks }: Cycle) {
  const decided = plan?.issues?.filter(({ status, decision }) => status === "decided" && decision !== undefined);
  const decisions = decided?.map(({ title, decision }) => ({ title, decision }));
  return {
    ...definedOnly({ completed_at, branch, task_count: tasks?.length }),
    topic: plan?.topic,
    ...(plan?.issues === undefined && (plan ?? null) !== null ? {} : { decisions }),
  };
}

export const ARTIFACTS = ".nexus/state/artifacts";

export const artifactWrite: ToolModel = {
  reads: [],

  run(state, params) {
    const { filename, content } = params as { readonly filename: string; readonly content: string };
    const problem = problemWith(filename, Object.keys(state.artifacts));
    if (problem !== undefined) return { refused: [problem] };
    const parts = [...ARTIFACTS.split("/"), ...filename.split("/")].map((part) => part.replace(/[.$+()[\]]/gu, "\\$&"));
    return {
      next: { ...state, artifacts: { ...state.artifacts, [filename]: content } },
      assert_return: { "$.success": true, "$.path": { pattern: `^(/|[A-Za-z]:).*[/\\\\]${parts.join("[/\\\\]")}$` } },
    };
  },
};

/** Names that the calls of this model use: those with these marks are refused everywhere, and all others are plain. */
const REFUSED: readonly (readonly [RegExp, string | undefined])[] = [
  [/^\/|^[a-z]:[\\/]/iu, "absolute"],
  [/(?:^|\/)\.\.(?:\/|$)/u, "traversal"],
  [/\0/u, "nul"],
  // Not the same on every system.
  [/\\|[\t<>:"|?*]|[^./]\.(?:\/|$)|(?:^|\/)(?: |(?:con|nul|lpt1)(?:\.|\/|$))/iu, "portable-names"],
  // Names that no requirement speaks of alone: a home folder, a part that is empty, and one that is too long.
  [/^~(?:\/|$)|(?:^|\/)\.(?:\/|$)|[. ](?:\/|$)|[^/]{256}|\/\/|\/$/u, undefined],
];

function problemWith(filename: string, files: readonly string[]): Reason | undefined {
  const isFolder = files.some((file) => file.startsWith(`${filename}/`));
  const isBelowFile = files.some((file) => filename.startsWith(`${file}/`));
  const marks = REFUSED.flatMap(([form, by]) => (form.test(filename) ? [by] : []));
  const reasons = [...marks, ...(isFolder ? ["folder-in-the-way"] : []), ...(isBelowFile ? [undefined] : [])];
  if (reasons.length === 0) return undefined;
  const only = onlyOne(reasons);
  return {
    ...(only === undefined ? {} : { by: `artifact_write.${only}` }),
    // A name that cannot be printed as it is, or is long, may be told in other words.
    error: /^[ !#-[\]-~]{1,80}$/u.test(filename) ? { mentions: [filename] } : true,
  };
}
