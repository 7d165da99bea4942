import type { Operator } from "./operator.js";
import { type } from "./type.js";

/** Tolerance for clocks. Two processes on one machine differ by far less. */
const AHEAD_MS = 2_000;

/** `{"recent": 60}`: a date and time within the last 60 seconds, so that a constant does not pass as the time of a call. */
export const recent: Operator<number> = {
  name: "recent",
  compile: (seconds, context) => (value) => {
    const problem = type.compile("iso8601", context)(value);
    if (problem !== undefined) return problem;
    const age = Date.now() - Date.parse(String(value));
    return age <= seconds * 1000 && age >= -AHEAD_MS
      ? undefined
      : `a time that is ${distance(age)}, not within the last ${seconds} seconds`;
  },
};

/**
 * How far a time is from now, such as `5.5 hours ahead`. Whole or half hours suggest local time written as UTC.
 * @param age milliseconds; negative for a time in the future
 */
function distance(age: number): string {
  const seconds = Math.round(Math.abs(age) / 1000);
  const minutes = Math.round(seconds / 60);
  const length =
    minutes < 2 ? `${seconds} seconds` : minutes < 60 ? `${minutes} minutes` : `${Math.round(minutes / 30) / 2} hours`;
  return `${length} ${age < 0 ? "ahead" : "old"}`;
}
