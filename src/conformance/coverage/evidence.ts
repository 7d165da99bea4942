/** Collects the units that the passing cases of a run cover. */

import type { Contract } from "../contract/contract.js";
import { oracleRequirements } from "../contract/oracle-requirements.js";
import { cellsAt } from "../contract/table.js";
import type { Case } from "../fixture/case.js";
import type { CheckedValue, RecordedCall, RecordedStep } from "../judge/recorded.js";
import { type CaseResult, judgementOf } from "../judge/result.js";
import { type Assertables, shownPath, type Unit, unitKey, type Value } from "./assertable.js";
import { type FieldAssertion, fieldAssertionsOf, fieldsIn } from "./asserted-fields.js";
import { goesBeyondSchema } from "./beyond-schema.js";

type Fields = "answers" | "state" | "parameters";

const VALUES = { answers: "values", state: "values", parameters: "choices" } as const;

export class Evidence {
  private readonly asserted = new Map<string, Set<string>>();
  private readonly near = new Map<string, Set<string>>();

  constructor(
    private readonly contract: Contract,
    private readonly assertables: Assertables,
  ) {}

  /** Only cases that passed count. */
  add(result: CaseResult): void {
    if (judgementOf(result) !== "passed" || result.recorded === undefined) return;
    const { case: testCase, recorded } = result;
    const last = recorded.findLastIndex((step) => this.assertsContent(step));
    for (const [index, step] of recorded.entries()) this.addStep(step, testCase.id, index <= last);
    for (const id of new Set([...testCase.verifies, ...oracleRequirements(this.contract)])) {
      if (last !== -1 || this.isJudgedEitherWay(id, recorded)) {
        this.mark(this.asserted, { kind: "requirements", of: id }, testCase.id);
      }
    }
    if (last !== -1) this.addRefusals(testCase, recorded);
  }

  /** Whether a call that may be accepted or refused proves the requirement: by the oracles, or by what it conceals. */
  private isJudgedEitherWay(requirement: string, steps: readonly RecordedStep[]): boolean {
    const { outside, wait } = this.contract.oracles;
    const isOfOracle = requirement === outside || requirement === wait;
    return steps.some(({ either }) => either !== undefined && (isOfOracle || either.conceals.length > 0));
  }

  /** Ids of the cases that assert a unit. */
  casesFor(unit: Unit): readonly string[] {
    return [...(this.asserted.get(unitKey(unit)) ?? [])];
  }

  /** Ids of the cases that nearly assert a unit: those that only show its form, or other values of the same field. */
  casesNear(unit: Unit): readonly string[] {
    return [...(this.near.get(unitKey(unit)) ?? [])];
  }

  private addStep(step: RecordedStep, id: string, isFollowedUp: boolean): void {
    const [only] = step.calls;
    for (const [of, checked] of this.fieldAssertionsIn(step)) {
      const tree = of.kind === "answers" ? this.assertables.answers.get(of.name) : this.stateTree(of.name);
      if (tree !== undefined) this.markFields(of.kind, of.name, fieldAssertionsOf(checked, tree), id);
    }
    for (const call of step.calls) {
      const { operation, answer, params } = call;
      if (answer.kind !== "value") continue;
      const answers = this.assertables.answers.get(operation);
      if (answers !== undefined) this.markFields("answers", operation, fieldsIn(answers, answer.value, "form"), id);
      const parameters = this.assertables.parameters.get(operation);
      const strength = isFollowedUp ? "asserted" : "form";
      if (parameters !== undefined)
        this.markFields("parameters", operation, fieldsIn(parameters, params, strength), id);
      const isJudged = call === only && step.returns.some((checked) => this.isContentAssertionOn(checked, operation));
      this.addCells(call, isJudged, id);
    }
    for (const { file, value } of step.written) {
      const state = this.assertables.state.find(({ matches }) => matches(file));
      if (state !== undefined) this.markFields("state", state.of, fieldsIn(state.tree, value, "form"), id);
    }
  }

  /** The assertions of a step about answers, and about files that a call has written. */
  private fieldAssertionsIn({ calls, returns, files, errors }: RecordedStep) {
    const [only] = calls;
    const answers =
      only === undefined || errors.length > 0
        ? []
        : returns.map((checked) => [{ kind: "answers" as const, name: only.operation }, checked] as const);
    const state = files.flatMap(({ file, isWritten, values }) => {
      const name = this.assertables.state.find(({ matches }) => matches(file))?.of;
      return name === undefined || !isWritten
        ? []
        : values.map((checked) => [{ kind: "state" as const, name }, checked] as const);
    });
    return [...answers, ...state];
  }

  private stateTree(name: string) {
    return this.assertables.state.find(({ of }) => of === name)?.tree;
  }

  private markFields(kind: Fields, of: string, assertions: readonly FieldAssertion[], id: string): void {
    for (const { node, strength, value } of assertions) {
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

  /** Whether a step asserts more than form. */
  private assertsContent(step: RecordedStep): boolean {
    const [only] = step.calls;
    return (
      step.errors.length > 0 ||
      step.countsOutcomes ||
      step.returns.some((checked) => this.isContentAssertionOn(checked, only?.operation ?? "")) ||
      step.files.some(({ values }) => values.length === 0 || values.some(isContentAssertion)) ||
      step.git.some(isContentAssertion)
    );
  }

  private isContentAssertionOn(checked: CheckedValue, operation: string): boolean {
    const tree = this.assertables.answers.get(operation);
    const assertions = tree === undefined ? [] : fieldAssertionsOf(checked, tree);
    return assertions.length === 0
      ? isContentAssertion(checked)
      : assertions.some(({ strength }) => strength === "asserted");
  }

  private mark(where: Map<string, Set<string>>, unit: Unit, id: string): void {
    const key = unitKey(unit);
    const ids = where.get(key);
    if (ids === undefined) where.set(key, new Set([id]));
    else ids.add(id);
  }
}

/** For values that are not fields of a schema: the length of a list, an absent member, or the state of git. */
function isContentAssertion({ expected }: CheckedValue): boolean {
  return goesBeyondSchema(expected, []);
}

/** Whether a call of the step was refused as expected, and with this text if one is given. */
function isRefusedWith({ errors, calls, returns }: RecordedStep, wanted: true | string): boolean {
  if (errors.length === 0 || !calls.some(({ answer }) => answer.kind === "error")) return false;
  if (wanted === true) return true;
  const whole = new RegExp(
    `^${wanted
      .split(/<[^<>]+>/u)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"))
      .join(".+")}$`,
    "u",
  );
  const texts = [
    ...errors.flatMap(({ message, contains }) => [message, contains]),
    ...returns.filter(({ path }) => path.text === "$.error").map(({ expected }) => expected),
  ];
  return texts.some((text) => typeof text === "string" && whole.test(text));
}
