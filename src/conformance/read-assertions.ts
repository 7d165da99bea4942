/** Reads what a fixture expects of answers and files. */

import { NexusError } from "../errors.js";
import { escapePointer } from "../json-pointer.js";
import { didYouMean } from "../nearest.js";
import { type Bindings, captured, fillCaptures, fillText } from "./bindings.js";
import type { ErrorExpectation, FileAssertion, ValueAssertion } from "./case.js";
import { compileMatch, type Match } from "./matchers/match.js";
import type { MatchContext } from "./matchers/operator.js";
import { parsePath } from "./path.js";
import type { Source } from "./source.js";
import { checkFilePath } from "./tokens.js";

/** The members of `assert_error`, as the fixture has them. */
type ErrorData = Partial<Omit<ErrorExpectation, "details">> & { readonly details?: object };

/** Reads assertions with the values that a case has kept; while it is loaded these are placeholders. */
export class AssertionReader {
  constructor(
    private readonly source: Source,
    private readonly bindings: Bindings,
  ) {}

  /** Path to expected value, into an answer or a file. */
  values(data: object | undefined, pointer: string): readonly ValueAssertion[] {
    return Object.entries(data ?? {}).map(([key, raw]: [string, unknown]) => {
      const at = `${pointer}/${escapePointer(key)}`;
      const where = this.source.at(at);
      const path = parsePath(fillText(key, this.bindings, where), where);
      return { path, ...this.expected(raw, at) };
    });
  }

  /** One expected value. */
  expected(raw: unknown, pointer: string): { readonly match: Match; readonly expected: unknown } {
    return this.compiled(this.fill(raw, pointer), pointer);
  }

  private expectedText(raw: unknown, pointer: string) {
    return typeof raw === "string" ? this.compiled(this.text(raw, pointer), pointer) : this.expected(raw, pointer);
  }

  private compiled(expected: unknown, pointer: string): { readonly match: Match; readonly expected: unknown } {
    const where = this.source.at(pointer);
    return { match: compileMatch(expected, where, this.context(where)), expected: this.shown(expected, where) };
  }

  files(data: object | undefined, pointer: string): readonly FileAssertion[] {
    return Object.entries(data ?? {}).map(([key, raw]: [string, object | null]) => {
      const at = `${pointer}/${escapePointer(key)}`;
      const file = fillText(key, this.bindings, this.source.at(at));
      checkFilePath(file, this.source.at(at));
      if (raw === null) return { file, kind: "absent" };
      if (Object.keys(raw).length === 0) return { file, kind: "exists" };
      if ("text" in raw) return { file, kind: "text", ...this.expectedText(raw.text, `${at}/text`) };
      return { file, kind: "json", values: this.values(raw, at) };
    });
  }

  error(data: unknown, pointer: string): ErrorExpectation | undefined {
    if (data === undefined) return undefined;
    return data === true ? ANY_REFUSAL : { leaves: "unchanged", ...this.refusal(data as ErrorData, pointer) };
  }

  /** A kept value that is no text, such as an id, is compared with a text as its text. */
  text<Value>(value: Value, pointer: string): Value | string {
    return typeof value === "string" ? fillText(value, this.bindings, this.source.at(pointer)) : value;
  }

  private refusal({ mentions, details, ...texts }: ErrorData, pointer: string): Partial<ErrorExpectation> {
    const filled = Object.entries(texts).map(([name, text]) => [name, this.text(text, `${pointer}/${name}`)]);
    const words = mentions?.map((word, index) => this.text(word, `${pointer}/mentions/${index}`));
    return {
      ...Object.fromEntries(filled),
      ...(words === undefined ? {} : { mentions: words }),
      ...(details === undefined ? {} : { details: this.values(details, `${pointer}/details`) }),
    };
  }

  private fill(value: unknown, pointer: string): unknown {
    return fillCaptures(value, this.bindings, (at) => this.source.at(at), pointer);
  }

  private context(where: string): MatchContext {
    const { contract } = this.source;
    return {
      captured: (name) => captured(name, this.bindings, where),
      schema(path) {
        if (contract.schemas.paths.includes(path)) return contract.schemas.check(path);
        const hint = didYouMean(path, contract.schemas.paths);
        throw NexusError.of("NXC_FIXTURE_UNKNOWN_SCHEMA", { schema: path, contract: contract.id, hint }, where);
      },
    };
  }

  /** In a report, a kept value says more than its name. */
  private shown(expected: unknown, where: string): unknown {
    if (typeof expected !== "object" || expected === null || !("same_as" in expected)) return expected;
    const { same_as: name, ...others } = expected;
    if (typeof name !== "string") return expected;
    const value = captured(name, this.bindings, where);
    return Object.keys(others).length === 0 ? value : { ...others, same_as: value };
  }
}

export const ANY_REFUSAL: ErrorExpectation = { leaves: "unchanged" };

/** One of the three spellings in which fixtures ask for a refusal: a value expected at `$.error`. */
export function asksForError(assertion: ValueAssertion): boolean {
  return assertion.path.segments[0] === "error" && assertion.expected !== null && !isAbsent(assertion.expected);
}

function isAbsent(expected: unknown): boolean {
  return typeof expected === "object" && expected !== null && "absent" in expected;
}
