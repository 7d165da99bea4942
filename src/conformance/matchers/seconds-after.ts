import type { Operator } from "./operator.js";
import { type } from "./type.js";

interface Span {
  /** The name of a time that an earlier step captured. */
  readonly of: string;
  readonly min?: number;
  readonly max?: number;
}

/** `{"seconds_after": {"of": "created", "min": 1, "max": 5}}`: a time from 1 to 5 seconds after the captured one. */
export const secondsAfter: Operator<Span> = {
  name: "seconds_after",
  compile({ of, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }, context) {
    const captured = context.captured(of);
    // Checked first, because Date.parse() accepts almost any text.
    const from = type.compile("iso8601", context)(captured) === undefined ? Date.parse(String(captured)) : Number.NaN;
    return (value) => {
      const problem = type.compile("iso8601", context)(value);
      if (problem !== undefined) return problem;
      const seconds = (Date.parse(String(value)) - from) / 1000;
      // NaN, if the captured value is not a time, fails both comparisons.
      return seconds >= min && seconds <= max ? undefined : `a time ${seconds} seconds after ${of}`;
    };
  },
};
