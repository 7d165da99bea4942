/** Implementations that do nothing but replay the answers of an earlier run. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { findReferences } from "../../scripts/mutation/references.js";
import { packageRoot } from "../../src/base/package-root.js";
import type { Adapter } from "../../src/conformance/adapters/adapter.js";
import { type ConformanceOptions, runConformance } from "../../src/conformance/engine/run-conformance.js";
import type { Params } from "../../src/conformance/fixture/case.js";
import { leaseAdapter, leaseContract } from "../../src/conformance/testing/lease-contract.js";

/** The calls of each tool and event, with their answers. */
type Answers = Map<string, Answer[]>;

interface Answer {
  readonly params: string;
  readonly value: unknown;
}

/** Wraps an adapter to record its answers. */
function recording(adapter: Adapter, answers: Answers): Adapter {
  const keep = async (name: string, params: Params, answer: unknown) => {
    const value = await answer;
    answers.set(name, [...(answers.get(name) ?? []), { params: JSON.stringify(params), value }]);
    return value;
  };
  return {
    ...adapter,
    async open(context) {
      const session = await adapter.open(context);
      const { emit } = session;
      return {
        ...session,
        call: (tool: string, params: Params, options) => keep(tool, params, session.call(tool, params, options)),
        ...(emit === undefined
          ? {}
          : {
              emit: (event: string, params: Params, options) =>
                keep(event, params, emit.call(session, event, params, options)),
            }),
      };
    },
  };
}

/** Answers every call with a recorded answer. */
function replaying(adapter: Adapter, answers: Answers, pick: Pick): Adapter {
  const turns = new Map<string, number>();
  const answer = (name: string, params: Params) => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return pick(answers.get(name) ?? [], turn, JSON.stringify(params))?.value;
  };
  return { ...adapter, open: () => ({ call: answer, emit: answer }) };
}

type Pick = (answers: readonly Answer[], turn: number, params: string) => Answer | undefined;

const PICKS: Readonly<Record<string, Pick>> = {
  "its most common answer every time": (answers) => mostCommon(answers),
  // In reverse order, because in the recorded order the answers could match the calls.
  "its answers to other parameters": (answers, turn, params) => {
    const others = answers.filter((answer) => answer.params !== params);
    const left = others.length > 0 ? others : answers;
    return left.at(-1 - (turn % left.length));
  },
};

/** A cache, because computing the most common answer for every call would dominate the test. */
const common = new WeakMap<readonly Answer[], Answer | undefined>();

function mostCommon(answers: readonly Answer[]): Answer | undefined {
  if (!common.has(answers)) {
    const counts = new Map<string, { readonly answer: Answer; count: number }>();
    for (const answer of answers) {
      const text = JSON.stringify(answer.value);
      const entry = counts.get(text) ?? { answer, count: 0 };
      counts.set(text, { ...entry, count: entry.count + 1 });
    }
    const [first] = [...counts.values()].sort((a, b) => b.count - a.count);
    common.set(answers, first?.answer);
  }
  return common.get(answers);
}

/**
 * The largest share of requirements that replayed answers may show as kept. An implementation that does nothing keeps what
 * says that files are left alone, and a decision with few possible answers is right now and then.
 */
const LARGEST_SHARE = 0.15;

interface Judged {
  readonly contract: string;
  readonly adapter: Adapter;
  readonly options: ConformanceOptions;
}

const references = [...findReferences()].map(async ([contract, { adapter }]): Promise<Judged> => {
  const module = (await import(join(packageRoot, adapter))) as { readonly default: Adapter };
  return { contract, adapter: module.default, options: { contract, jobs: 4 } };
});
const lease = { contract: "lease", adapter: leaseAdapter(), options: { contract: leaseContract() } };

test.each([...(await Promise.all(references)), lease])(
  "an implementation that replays old answers conforms to no contract, and keeps few requirements: $contract",
  async ({ adapter, options }) => {
    const answers: Answers = new Map();
    expect((await runConformance(recording(adapter, answers), options)).summary.cases.passed).toBeGreaterThan(5);
    const large: Record<string, number> = {};
    for (const [title, pick] of Object.entries(PICKS)) {
      const report = await runConformance(replaying(adapter, answers, pick), { ...options, timeout: 1_000 });
      const isPass = (status: string) => status === "conforming" || status === "taken";
      const passes = report.requirements.filter(({ status }) => isPass(status));
      expect(report.verdict).not.toBe("conforms");
      const share = passes.length / report.requirements.length;
      if (share > LARGEST_SHARE) large[title] = share;
    }
    expect(large).toEqual({});
  },
);
