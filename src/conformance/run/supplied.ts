/** Blames no implementation for a value that the mapping, and no call of the case, has given to it. */

import { parsePath } from "../../base/json-path.js";
import type { Mapping } from "../../generated/config.js";
import { type Case, callsOf } from "../fixture/case.js";
import { blockFailures } from "../judge/block-failures.js";
import type { CaseResult } from "../judge/result.js";

/** The results, in which no implementation is blamed for what it does with a value that the mapping has supplied. */
export function withoutSupplied(results: readonly CaseResult[], mapping: Mapping): readonly CaseResult[] {
  if (Object.keys(mapping.supply ?? {}).length === 0) return results;
  return results.map((result) => {
    const supplied = suppliedIn(result.case, mapping);
    const explained = result.failures.flatMap((failure) => {
      const { actual, path = "$" } = failure;
      const name = parsePath(path, path).segments.findLast((segment) => typeof segment === "string");
      const isSupplied = actual !== undefined && name !== undefined && supplied.has(name);
      return isSupplied ? [[failure, { reason: `the mapping supplies ${name}`, isOfMapping: true }] as const] : [];
    });
    return blockFailures(result, new Map(explained));
  });
}

/** The parameters that the mapping supplies to calls of a case, and that none of its calls gives. */
function suppliedIn({ steps }: Case, { supply = {} }: Mapping): ReadonlySet<string> {
  const calls = steps.flatMap(callsOf).flatMap((call) => (call.kind === "action" ? [call] : []));
  const names = calls.flatMap(({ tool }) => Object.keys(supply[tool] ?? {}));
  return new Set(names.filter((name) => !calls.some(({ params }) => Object.hasOwn(Object(params), name))));
}
