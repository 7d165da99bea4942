/** What is wrong with a value or matcher that a scenario asks for: one that means nothing would hold for everything. */

import { compileMatch } from "../../src/conformance/matchers/match.js";
import { placeOf } from "../../src/json-schema.js";
import { shippedSchema } from "../../src/shipped-schema.js";

/** They compare with what a fixture has kept or what lies beside a contract, and a scenario has neither. */
const MEANINGLESS = ["same_as", "differs_from", "seconds_after", "schema"] as const;

/** The place, what is wrong there, and what to do. */
export type MatcherProblem = readonly [pointer: string, problem: string, remedy: string];

const REMEDY = "conformance/README.md lists the operators; an object is compared whole as {equals: …}.";

/** Holds it to the schema that the matchers of fixtures have. */
export function* problemsOfMatcher(wanted: unknown, pointer: string): Generator<MatcherProblem> {
  if (wanted === undefined) return;
  const isObject = typeof wanted === "object" && wanted !== null && !Array.isArray(wanted);
  if (isObject && Object.keys(wanted).length === 0) {
    yield [pointer, "{} asks for nothing", REMEDY];
    return;
  }
  const [issue] = shippedSchema("fixture.schema.json", "expected")(wanted);
  if (issue !== undefined) {
    yield [`${pointer}${placeOf(issue)}`, issue.message.replace(/^unknown property/u, "unknown operator"), REMEDY];
    return;
  }
  const foreign = isObject ? MEANINGLESS.find((name) => Object.hasOwn(wanted, name)) : undefined;
  if (foreign !== undefined) {
    yield [`${pointer}/${foreign}`, `"${foreign}" has no meaning in a scenario`, "Give the value itself."];
    return;
  }
  const none = (name: string) => {
    throw new Error(`"${name}" has no meaning in a scenario`);
  };
  try {
    compileMatch(wanted, "scenario", { captured: none, schema: none });
  } catch (thrown) {
    yield [pointer, (thrown as Error).message, "Correct it."];
  }
}
