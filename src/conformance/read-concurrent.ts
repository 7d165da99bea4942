/** Reads calls that are made at the same time, and how many of them must be accepted. */

import type { Call as CallData, ConcurrentCalls, FixtureStep } from "../generated/fixture.js";
import { type Bindings, NUMBER } from "./bindings.js";
import type { Call, ConcurrentStep, OutcomeExpectation } from "./case.js";
import { type Path, parsePath } from "./path.js";
import { AssertionReader } from "./read-assertions.js";
import { readCall } from "./read-call.js";
import type { Source } from "./source.js";

/** @throws NexusError for anything that is wrong with a call or a count */
export function readConcurrent(
  data: FixtureStep,
  pointer: string,
  source: Source,
  bindings: Bindings,
): Omit<ConcurrentStep, "expect"> {
  const at = `${pointer}/concurrent`;
  const isList = Array.isArray(data.concurrent);
  const block = (isList ? { calls: data.concurrent } : data.concurrent) as ConcurrentCalls;
  const each = block.each;
  const calls: readonly Call[] =
    each === undefined
      ? (block.calls ?? []).map((call: CallData, index) =>
          readCall(call, isList ? `${at}/${index}` : `${at}/calls/${index}`, source, bindings),
        )
      : Array.from({ length: block.times ?? 0 }, (_, index) =>
          readCall(each, `${at}/each`, source, new Map([...bindings, [NUMBER, index + 1]])),
        );
  const reader = new AssertionReader(source, bindings);
  return {
    kind: "concurrent",
    calls,
    processes: block.processes ?? 1,
    outcomes: {
      ...readOutcomes(data.assert_outcomes, calls.length, `${pointer}/assert_outcomes`, reader),
      ...readComparisons(data.assert_outcomes, `${pointer}/assert_outcomes`, source),
    },
  };
}

/** Without assert_outcomes every call must be accepted, as a single call must be without assert_error. */
function readOutcomes(
  data: FixtureStep["assert_outcomes"],
  calls: number,
  pointer: string,
  reader: AssertionReader,
): Omit<OutcomeExpectation, "alike" | "distinct"> {
  const counts = data?.ok === undefined && data?.errors === undefined ? { ...data, ok: calls } : data;
  const { ok, errors } = counts as { readonly ok?: unknown; readonly errors?: unknown };
  const byCode = typeof errors === "object" && errors !== null ? Object.entries(errors) : undefined;
  return {
    ...(ok === undefined ? {} : { ok: reader.expected(ok, `${pointer}/ok`).match }),
    ...(typeof errors === "number" ? { errors: reader.expected(errors, `${pointer}/errors`).match } : {}),
    ...(byCode === undefined
      ? {}
      : {
          errorsByCode: new Map(
            byCode.map(([code, count]: [string, unknown]) => [
              code,
              reader.expected(count, `${pointer}/errors/${code}`).match,
            ]),
          ),
        }),
    someAccepted: ok !== 0 && errors !== calls,
    someRefused: (errors !== undefined && errors !== 0) || (ok !== undefined && ok !== calls),
    expected: counts,
  };
}

function readComparisons(
  data: FixtureStep["assert_outcomes"],
  pointer: string,
  source: Source,
): { readonly alike: readonly Path[]; readonly distinct: readonly Path[] } {
  const paths = (name: "alike" | "distinct") =>
    (data?.[name] ?? []).map((path, index) => parsePath(path, source.at(`${pointer}/${name}/${index}`)));
  return { alike: paths("alike"), distinct: paths("distinct") };
}
