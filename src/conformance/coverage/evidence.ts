/** What the passing cases of a run have shown, unit by unit. */

import type { Contract } from "../contract/contract.js";
import { cellsAt } from "../contract/table.js";
import type { Case } from "../fixture/case.js";
import type { CheckedValue, RecordedCall, RecordedStep } from "../judge/recorded.js";
import { type CaseResult, judgementOf } from "../judge/result.js";
import { shownPath, type Unit, type Universe, unitKey, type Value } from "./assertable.js";
import { leavesUnder, type Touch, touchedBy } from "./asserted-fields.js";
import { saysMore } from "./beyond-schema.js";

type Fields = "answers" | "state" | "parameters";

const VALUES = { answers: "values", state: "values", parameters: "choices" } as const;

export class Evidence {
  private readonly asserted = new Map<string, Set<string>>();
  private readonly near = new Map<string, Set<string>>();

  constructor(
    private readonly contract: Contract,
    private readonly universe: Universe,
  ) {}

  /** Only cases that have passed show anything. */
  add(result: CaseResult): void {
    if (judgementOf(result) !== "passed" || result.recorded === undefined) return;
    const { case: testCase, recorded } = result;
    const last = recorded.findLastIndex((step) => this.says(step));
    for (const [index, step] of recorded.entries()) this.addStep(step, testCase.id, index <= last);
    for (const id of testCase.verifies) {
      if (last !== -1 || this.isJudgedEitherWay(id, recorded)) {
        this.mark(this.asserted, { kind: "requirements", of: id }, testCase.id);
      }
    }
    if (last !== -1) this.addRefusals(testCase, recorded);
  }

  /** Of a call that may be answered or refused, what it leaves alone is judged, and what it must not tell. */
  private isJudgedEitherWay(requirement: string, steps: readonly RecordedStep[]): boolean {
    const { outside, wait } = this.contract.oracles;
    const isOfOracle = requirement === outside || requirement === wait;
    return steps.some(({ either }) => either !== undefined && (isOfOracle || either.conceals.length > 0));
  }

  /** Ids of the cases that asserted a unit. */
  casesFor(unit: Unit): readonly string[] {
    return [...(this.asserted.get(unitKey(unit)) ?? [])];
  }

  /** Ids of the cases in which a field had a value, that gave its form alone; of values and cells, those next to it. */
  casesNear(unit: Unit): readonly string[] {
    return [...(this.near.get(unitKey(unit)) ?? [])];
  }

  private addStep(step: RecordedStep, id: string, isFollowedUp: boolean): void {
    const [only] = step.calls;
    for (const [of, held] of this.heldBy(step)) {
      const tree = of.kind === "answers" ? this.universe.answers.get(of.name) : this.stateTree(of.name);
      if (tree !== undefined) this.touch(of.kind, of.name, touchedBy(held, tree), id);
    }
    for (const call of step.calls) {
      const { operation, answer, params } = call;
      if (answer.kind !== "value") continue;
      const answers = this.universe.answers.get(operation);
      if (answers !== undefined) this.touch("answers", operation, leavesUnder(answers, answer.value, "form"), id);
      const parameters = this.universe.parameters.get(operation);
      const strength = isFollowedUp ? "asserted" : "form";
      if (parameters !== undefined) this.touch("parameters", operation, leavesUnder(parameters, params, strength), id);
      const isJudged = call === only && step.returns.some((held) => this.saysSomething(held, operation));
      this.addCells(call, isJudged, id);
    }
    for (const { file, value } of step.written) {
      const state = this.universe.state.find(({ matches }) => matches(file));
      if (state !== undefined) this.touch("state", state.of, leavesUnder(state.tree, value, "form"), id);
    }
  }

  /** The assertions of a step about fields; of a file that no call has written they say nothing of what a call writes. */
  private heldBy({ calls, returns, files, error }: RecordedStep) {
    const [only] = calls;
    const answers =
      only === undefined || error !== undefined
        ? []
        : returns.map((held) => [{ kind: "answers" as const, name: only.operation }, held] as const);
    const state = files.flatMap(({ file, isWritten, values }) => {
      const name = this.universe.state.find(({ matches }) => matches(file))?.of;
      return name === undefined || !isWritten
        ? []
        : values.map((held) => [{ kind: "state" as const, name }, held] as const);
    });
    return [...answers, ...state];
  }

  private stateTree(name: string) {
    return this.universe.state.find(({ of }) => of === name)?.tree;
  }

  private touch(kind: Fields, of: string, touches: readonly Touch[], id: string): void {
    for (const { node, strength, value } of touches) {
      const field: Unit = { kind, of, path: shownPath(node) };
      const isAsserted = strength === "asserted";
      if (node.leaf !== undefined) this.mark(isAsserted ? this.asserted : this.near, field, id);
      for (const each of node.values) {
        const unit: Unit = { ...field, kind: VALUES[kind], value: each as Value };
        this.mark(isAsserted && each === value ? this.asserted : this.near, unit, id);
      }
    }
  }

  private addCells({ operation, params }: RecordedCall, isJudged: boolean, id: string): void {
    for (const [of, table] of this.contract.tables) {
      if (table.of !== operation) continue;
      for (const path of cellsAt(table, params))
        this.mark(isJudged ? this.asserted : this.near, { kind: "tables", of, path }, id);
    }
  }

  private addRefusals(testCase: Case, steps: readonly RecordedStep[]): void {
    for (const requirement of testCase.verifies) {
      const wanted = this.contract.requirements.get(requirement)?.refusal;
      if (wanted === undefined) continue;
      const isShown = steps.some((step) => isRefusedWith(step, wanted));
      this.mark(isShown ? this.asserted : this.near, { kind: "refusals", of: requirement }, testCase.id);
    }
  }

  /** Whether a step asserts more than that things have their form. */
  private says(step: RecordedStep): boolean {
    const [only] = step.calls;
    return (
      step.error !== undefined ||
      step.countsOutcomes ||
      step.returns.some((held) => this.saysSomething(held, only?.operation ?? "")) ||
      step.files.some(({ values }) => values.length === 0 || values.some(saysByItself)) ||
      step.git.some(saysByItself)
    );
  }

  private saysSomething(held: CheckedValue, operation: string): boolean {
    const tree = this.universe.answers.get(operation);
    const touches = tree === undefined ? [] : touchedBy(held, tree);
    return touches.length === 0 ? saysByItself(held) : touches.some(({ strength }) => strength === "asserted");
  }

  private mark(where: Map<string, Set<string>>, unit: Unit, id: string): void {
    const key = unitKey(unit);
    const ids = where.get(key);
    if (ids === undefined) where.set(key, new Set([id]));
    else ids.add(id);
  }
}

/** For what is no field of a schema: the length of a list, a member that is absent, or what git knows. */
function saysByItself({ expected }: CheckedValue): boolean {
  return saysMore(expected, []);
}

/** Whether a call of the step was refused as it had to be, and in these words where they are given. */
function isRefusedWith({ error, calls, returns }: RecordedStep, wanted: true | string): boolean {
  if (error === undefined || !calls.some(({ answer }) => answer.kind === "error")) return false;
  if (wanted === true) return true;
  const whole = new RegExp(
    `^${wanted
      .split(/<[^<>]+>/u)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"))
      .join(".+")}$`,
    "u",
  );
  const texts = [
    error.message,
    error.contains,
    ...returns.filter(({ path }) => path.text === "$.error").map(({ expected }) => expected),
  ];
  return texts.some((text) => typeof text === "string" && whole.test(text));
}
