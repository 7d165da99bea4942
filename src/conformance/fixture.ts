/** Reads fixture files and brings every case into the form that the engine runs. */

import { join } from "node:path";
import { NexusError } from "../errors.js";
import type { FixtureCase, FixtureStep } from "../generated/fixture.js";
import { compileSchemas, placeOf, type SchemaCheck } from "../json-schema.js";
import { type LocatedDocument, parseJson } from "../located-document.js";
import { didYouMean } from "../nearest.js";
import { packageRoot } from "../package-root.js";
import { readText } from "../read-text.js";
import type { Case, ErrorExpectation, Expectations, FileAssertion, GivenFiles, Step, ValueAssertion } from "./case.js";
import type { Contract } from "./contract.js";
import { compileMatch } from "./matchers/match.js";
import { parsePath } from "./path.js";
import { checkFilePath } from "./tokens.js";

/** A fixture file: where it is, and how reports and selection call it. */
export interface FixtureFile {
  readonly path: string;
  /** As a reader finds it, from the current folder or from the contract. */
  readonly shown: string;
  /** The name before the case's id, such as `core/tools/plan-start`. */
  readonly name: string;
}

/**
 * Reads and checks one fixture file.
 * @throws NexusError of the first thing that is wrong, with file, line and JSON pointer
 */
export function readFixture(file: FixtureFile, contract: Contract): readonly Case[] {
  const { cases, problems } = inspectFixture(file, contract);
  const [first] = problems;
  if (first !== undefined) throw first;
  return cases;
}

/** Like {@link readFixture}, for a check of all files: returns every problem instead of throwing the first. */
export function inspectFixture(
  file: FixtureFile,
  contract: Contract,
): { readonly cases: readonly Case[]; readonly problems: readonly NexusError[] } {
  const cases: Case[] = [];
  const problems: NexusError[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (thrown) {
      if (!(thrown instanceof NexusError)) throw thrown;
      problems.push(thrown);
    }
  };
  attempt(() => {
    const document = parseJson(readText(file.path, "fixture", file.shown), file.shown);
    const isList = Array.isArray(document.value);
    for (const [index, data] of [document.value].flat().entries()) {
      const pointer = isList ? `/${index}` : "";
      const issues = caseSchema()(data);
      for (const issue of issues) {
        problems.push(problem(document, pointer + placeOf(issue), issue.message));
      }
      if (issues.length === 0) {
        attempt(() => cases.push(new CaseReader(document, file, contract).read(data as FixtureCase, pointer)));
      }
    }
    if (isList && (document.value as unknown[]).length === 0)
      problems.push(problem(document, "", "the file holds no case"));
  });
  return { cases, problems };
}

let compiledCaseSchema: SchemaCheck | undefined;

function caseSchema(): SchemaCheck {
  const path = join(packageRoot, "conformance/schema/fixture.schema.json");
  compiledCaseSchema ??= compileSchemas([parseJson(readText(path, "schema"), path).value as object])(
    "fixture.schema.json#/$defs/case",
  );
  return compiledCaseSchema;
}

function problem(document: LocatedDocument, pointer: string, reason: string): NexusError {
  return NexusError.of("NXC_FIXTURE_INVALID", { reason, hint: "" }, place(document, pointer));
}

function place(document: LocatedDocument, pointer: string): string {
  return `${document.file}:${document.at(pointer).line}#${pointer}`;
}

/** Turns the data of one case, which its schema has passed, into a {@link Case}. */
class CaseReader {
  constructor(
    private readonly document: LocatedDocument,
    private readonly file: FixtureFile,
    private readonly contract: Contract,
  ) {}

  read(data: FixtureCase, pointer: string): Case {
    const steps = this.steps(data, pointer);
    const testCase: Case = {
      id: data.test_id,
      name: `${this.file.name}/${data.test_id}`,
      description: data.description,
      file: this.file.shown,
      line: this.document.at(pointer).line,
      verifies: data.verifies ?? [],
      given: this.given(data.precondition?.state_files, `${pointer}/precondition/state_files`),
      steps,
    };
    for (const [index, id] of testCase.verifies.entries()) this.checkRequirement(id, `${pointer}/verifies/${index}`);
    if (!steps.some(({ kind }) => kind === "action" || kind === "event")) {
      throw NexusError.of("NXC_FIXTURE_CALLS_NOTHING", { id: data.test_id }, this.at(pointer));
    }
    if (
      !steps.some(({ expect }) => expect.error !== undefined || expect.returns.length > 0 || expect.files.length > 0)
    ) {
      throw NexusError.of("NXC_FIXTURE_ASSERTS_NOTHING", { id: data.test_id }, this.at(pointer));
    }
    return testCase;
  }

  private steps(data: FixtureCase, pointer: string): readonly Step[] {
    const raw: readonly FixtureStep[] = data.steps ?? [
      {
        ...(data.action === undefined ? {} : { action: data.action }),
        ...(data.event === undefined ? {} : { event: data.event }),
      },
    ];
    const last = raw.length - 1;
    return raw.map((step, index) => {
      const at = data.steps === undefined ? pointer : `${pointer}/steps/${index}`;
      const expect = this.expectations(step, at);
      return this.step(step, index === last ? this.withPostcondition(expect, data, pointer) : expect, at);
    });
  }

  private step(data: FixtureStep, expect: Expectations, pointer: string): Step {
    const description = data.description === undefined ? {} : { description: data.description };
    if (data.action !== undefined) {
      const { tool, params = {} } = data.action;
      this.checkOperation("tool", tool, `${pointer}/action/tool`);
      return { ...description, kind: "action", tool, params, expect };
    }
    if (data.event !== undefined) {
      const { type, params = {} } = data.event;
      this.checkOperation("event", type, `${pointer}/event/type`);
      return { ...description, kind: "event", event: type, params, expect };
    }
    if (expect.error !== undefined || expect.returns.length > 0) {
      throw problem(this.document, pointer, "only a call can be asked for a return value or an error");
    }
    if (data.delete_files !== undefined) {
      for (const [index, path] of data.delete_files.entries()) {
        checkFilePath(path, this.at(`${pointer}/delete_files/${index}`));
      }
      return { ...description, kind: "delete_files", files: data.delete_files, expect };
    }
    return {
      ...description,
      kind: "write_files",
      files: this.given(data.write_files, `${pointer}/write_files`),
      expect,
    };
  }

  private expectations(step: FixtureStep, pointer: string): Expectations {
    const returns = this.values(step.assert_return, `${pointer}/assert_return`);
    const error = errorExpectation(step.assert_error) ?? (returns.some(asksForError) ? ANY_REFUSAL : undefined);
    return {
      returns,
      files: this.files(step.assert_state, `${pointer}/assert_state`),
      ...(error === undefined ? {} : { error }),
    };
  }

  /** The postcondition of a case speaks of its last step. */
  private withPostcondition(expect: Expectations, data: FixtureCase, pointer: string): Expectations {
    const { return_value, state_files, error, error_contains, assert_error } = data.postcondition ?? {};
    const at = `${pointer}/postcondition`;
    const returns = [...expect.returns, ...this.values(return_value, `${at}/return_value`)];
    const spellings = [
      expect.error,
      errorExpectation(assert_error),
      error_contains === undefined ? undefined : { ...ANY_REFUSAL, contains: error_contains },
      error === true || returns.some(asksForError) ? ANY_REFUSAL : undefined,
    ].filter((spelling) => spelling !== undefined);
    const refusal = spellings.length === 0 ? undefined : this.merged(spellings, at);
    if (refusal !== undefined && error === false)
      throw problem(this.document, at, "error: false contradicts the other assertions");
    return {
      returns,
      files: [...expect.files, ...this.files(state_files, `${at}/state_files`)],
      ...(refusal === undefined ? {} : { error: refusal }),
    };
  }

  /** Several spellings of one refusal must all hold, so they may not say the same thing in two ways. */
  private merged(spellings: readonly ErrorExpectation[], pointer: string): ErrorExpectation {
    for (const part of ["code", "message", "contains", "mentions"] as const) {
      if (spellings.filter((spelling) => spelling[part] !== undefined).length > 1) {
        throw problem(this.document, pointer, `${part} of the refusal is asserted twice`);
      }
    }
    const leaves = spellings.some((spelling) => spelling.leaves === "anything") ? "anything" : "unchanged";
    return { ...Object.assign({}, ...spellings), leaves };
  }

  private values(data: object | undefined, pointer: string): readonly ValueAssertion[] {
    return Object.entries(data ?? {}).map(([path, expected]: [string, unknown]) => {
      const where = this.at(`${pointer}/${path.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      return { path: parsePath(path, where), match: compileMatch(expected, where), expected };
    });
  }

  private files(data: object | undefined, pointer: string): readonly FileAssertion[] {
    return Object.entries(data ?? {}).map(([file, expected]: [string, object | null]) => {
      const at = `${pointer}/${file.replaceAll("/", "~1")}`;
      checkFilePath(file, this.at(at));
      if (expected === null) return { file, kind: "absent" };
      if (Object.keys(expected).length === 0) return { file, kind: "exists" };
      if ("text" in expected) {
        return { file, kind: "text", match: compileMatch(expected.text, this.at(at)), expected: expected.text };
      }
      return { file, kind: "json", values: this.values(expected, at) };
    });
  }

  private given(data: object | undefined, pointer: string): GivenFiles {
    return Object.entries(data ?? {}).map(([file, content]: [string, unknown]) => {
      checkFilePath(file, this.at(`${pointer}/${file.replaceAll("/", "~1")}`));
      return { file, text: content === null ? null : (rawText(content) ?? `${JSON.stringify(content, null, 2)}\n`) };
    });
  }

  private checkOperation(kind: "tool" | "event", name: string, pointer: string): void {
    const known = kind === "tool" ? this.contract.tools : this.contract.events;
    if (known.has(name)) return;
    const params = {
      contract: this.contract.id,
      hint: didYouMean(name, known.keys()),
      known: [...known.keys()].join(", "),
    };
    throw kind === "tool"
      ? NexusError.of("NXC_FIXTURE_UNKNOWN_TOOL", { ...params, tool: name }, this.at(pointer))
      : NexusError.of("NXC_FIXTURE_UNKNOWN_EVENT", { ...params, event: name }, this.at(pointer));
  }

  private checkRequirement(requirement: string, pointer: string): void {
    if (this.contract.requirements.has(requirement)) return;
    const hint = didYouMean(requirement, this.contract.requirements.keys());
    throw NexusError.of(
      "NXC_FIXTURE_UNKNOWN_REQUIREMENT",
      { requirement, contract: this.contract.id, hint },
      this.at(pointer),
    );
  }

  private at(pointer: string): string {
    return place(this.document, pointer);
  }
}

/** `{"text": "…"}` and nothing else is a file's text; every other value is its JSON. */
function rawText(content: unknown): string | undefined {
  if (typeof content !== "object" || content === null || Object.keys(content).length !== 1) return undefined;
  const { text } = content as { readonly text?: unknown };
  return typeof text === "string" ? text : undefined;
}

const ANY_REFUSAL: ErrorExpectation = { leaves: "unchanged" };

function errorExpectation(data: unknown): ErrorExpectation | undefined {
  if (data === undefined) return undefined;
  return data === true ? ANY_REFUSAL : { leaves: "unchanged", ...(data as Partial<ErrorExpectation>) };
}

/** One of the three spellings in which fixtures ask for a refusal: a value expected at `$.error`. */
function asksForError(assertion: ValueAssertion): boolean {
  return assertion.path.segments[0] === "error" && assertion.expected !== null && !isAbsent(assertion.expected);
}

function isAbsent(expected: unknown): boolean {
  return typeof expected === "object" && expected !== null && "absent" in expected;
}
