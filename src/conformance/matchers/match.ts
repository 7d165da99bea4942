import { NexusError } from "../../base/errors.js";
import type { Lookup } from "../../base/json-path.js";
import type { Place } from "../../base/place.js";
import { reasonOf } from "../../base/reason-of.js";
import { contains } from "./contains.js";
import { differsFrom } from "./differs-from.js";
import { equals } from "./equals.js";
import { length, maxLength, minLength } from "./length.js";
import { max } from "./max.js";
import { min } from "./min.js";
import { oneOf } from "./one-of.js";
import type { MatchContext, Operator, Test } from "./operator.js";
import { pattern } from "./pattern.js";
import { recent } from "./recent.js";
import { sameAs } from "./same-as.js";
import { schema } from "./schema.js";
import { secondsAfter } from "./seconds-after.js";
import { type } from "./type.js";

/** A compiled expectation. Returns the problem, or undefined if the value matches. */
export type Match = (actual: Lookup) => string | undefined;

// Operand types differ. The fixture schema has checked each operand before it arrives here.
const OPERATORS = [
  type,
  min,
  max,
  length,
  minLength,
  maxLength,
  pattern,
  oneOf,
  contains,
  equals,
  recent,
  sameAs,
  differsFrom,
  secondsAfter,
  schema,
] as readonly Operator<never>[];

/** All operators. `absent` is not in the list above because it tests the lookup, not a value. */
export const operatorNames: readonly string[] = [...OPERATORS.map((operator) => operator.name), "absent"];

/**
 * Compiles what a fixture expects at a path: a plain value, `null` for null or absent, or a matcher. All operators of a
 * matcher must hold.
 * @param where the place in the fixture, for the error
 * @throws NexusError NXC_FIXTURE_BAD_PATTERN, NXC_FIXTURE_INVALID, or an error of the context
 */
export function compileMatch(expected: unknown, where: Place, context: MatchContext): Match {
  if (expected === null) return (actual) => (actual.found && actual.value !== null ? "a value" : undefined);
  if (typeof expected !== "object" || Array.isArray(expected)) return onValue(equals.compile(expected, context));

  const { absent, ...operands } = expected as Readonly<Record<string, unknown>>;
  if (absent === true) return (actual) => (actual.found ? "a value" : undefined);
  const tests = OPERATORS.filter((operator) => Object.hasOwn(operands, operator.name)).map((operator) =>
    compileOperator(operator, operands[operator.name], where, context),
  );
  return onValue((value) => tests.map((test) => test(value)).find((problem) => problem !== undefined));
}

function onValue(test: Test): Match {
  return (actual) => (actual.found ? test(actual.value) : "nothing");
}

function compileOperator(operator: Operator<never>, operand: unknown, where: Place, context: MatchContext): Test {
  try {
    return operator.compile(operand as never, context);
  } catch (thrown) {
    if (thrown instanceof NexusError) throw thrown;
    const reason = reasonOf(thrown);
    if (operator.name === "pattern") {
      throw NexusError.of("NXC_FIXTURE_BAD_PATTERN", { pattern: String(operand), reason }, where, thrown);
    }
    throw NexusError.of("NXC_FIXTURE_INVALID", { reason, hint: "" }, where, thrown);
  }
}
