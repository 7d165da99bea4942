/**
 * What a contract knows of answers and state files. Harnesses add members of their own at every level. Oracles report these,
 * so that they violate no requirement that compares the objects around them.
 */

import { lookup } from "../../base/json-path.js";
import { pointerTokens } from "../../base/json-pointer.js";
import { placeOf, type SchemaIssue } from "../../base/json-schema.js";
import type { Contract } from "../contract/contract.js";
import type { ValueAssertion } from "../fixture/case.js";
import type { Tokens } from "../notation/file-path.js";
import { operationOf } from "../oracles/operation-of.js";
import { stateIssues } from "../oracles/state-issues.js";
import type { AnsweredCall } from "../stage/observation.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { withoutPath } from "./judge-unchanged.js";

/** The members that the implementation has added are left out. One that a file of the case has, it may have to keep. */
export class KnownParts {
  constructor(
    private readonly given: Snapshot,
    private readonly contract: Contract,
    private readonly tokens: Tokens,
  ) {}

  ofAnswer({ call, answer }: AnsweredCall): unknown {
    if (answer.kind !== "value") return undefined;
    return this.without(answer.value, operationOf(call, this.contract)?.checkOutput?.(answer.value) ?? []);
  }

  /** @param value the parsed text */
  ofFile(file: string, text: string, value: unknown): unknown {
    const found = stateIssues([[file, text]], this.contract, this.tokens);
    return this.without(
      value,
      found.map(({ issue }) => issue),
    );
  }

  private without(whole: unknown, issues: readonly SchemaIssue[]): unknown {
    const unknown = issues.filter(({ unknownProperty }) => unknownProperty !== undefined);
    if (unknown.length === 0) return whole;
    const texts = [...this.given.values()];
    const added = unknown.filter(
      ({ unknownProperty }) => !texts.some((text) => text.includes(JSON.stringify(unknownProperty))),
    );
    return added.map((issue) => ({ segments: pointerTokens(placeOf(issue)) })).reduce(withoutPath, whole);
  }
}

/** Whether an assertion about an object or a list holds of what the contract knows of the whole. */
export function holdsOf(known: unknown, { path, match, expected }: ValueAssertion): boolean {
  // A part of a value differs from another value all too easily.
  if (Object(expected).differs_from !== undefined) return false;
  const at = lookup(path, known);
  return at.found && typeof at.value === "object" && match(at) === undefined;
}
