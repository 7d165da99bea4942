import type { Operator } from "./operator.js";
import { type } from "./type.js";

interface Span {
  /** A name: the time that an earlier step has kept. */
  readonly of: string;
  readonly min?: number;
  readonly max?: number;
}

/** `{"seconds_after": {"of": "created", "min": 1, "max": 5}}`: a time that lies so far behind a kept one. */
export const secondsAfter: Operator<Span> = {
  name: "seconds_after",
  compile({ of, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }, context) {
    const kept = context.captured(of);
    // Date.parse() makes a time of almost anything.
    const from = type.compile("iso8601", context)(kept) === undefined ? Date.parse(String(kept)) : Number.NaN;
    return (value) => {
      const problem = type.compile("iso8601", context)(value);
      if (problem !== undefined) return problem;
      const seconds = (Date.parse(String(value)) - from) / 1000;
      // A kept value that is no time makes this NaN, which lies in no bounds.
      return seconds >= min && seconds <= max ? undefined : `a time ${seconds} seconds after ${of}`;
    };
  },
};
