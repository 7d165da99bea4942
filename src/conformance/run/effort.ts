import { type Case, callsOf } from "../fixture/case.js";
import { callName } from "../stage/observation.js";

/**
 * Orders cases from the simplest to the most complicated: first by whether they need processes of their own, then by how
 * many operations and calls they have, and then by the size of the files and parameters.
 */
export function bySimplicity(cases: readonly Case[]): readonly Case[] {
  const efforts = new Map(cases.map((testCase) => [testCase, effortOf(testCase)] as const));
  return [...cases].sort((a, b) => (efforts.get(a) ?? 0) - (efforts.get(b) ?? 0));
}

function effortOf({ steps, surfaces, given }: Case): number {
  const calls = steps.flatMap(callsOf);
  const operations = new Set(calls.map(callName)).size;
  const size = JSON.stringify([given, calls.map(({ params }) => params)]).length;
  const needsProcess = surfaces.includes("process") ? 1e9 : 0;
  // Below one, so that the size counts only between cases with as many calls.
  return needsProcess + operations * 1e5 + calls.length * 1e2 + (1 - 1 / (1 + size));
}
