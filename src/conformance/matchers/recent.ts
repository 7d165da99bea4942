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

/** Such as `5.5 hours ahead`, which tells local time taken for UTC from an old time. @param age milliseconds */
function distance(age: number): string {
  const minutes = Math.abs(age) / 60_000;
  const length = minutes < 60 ? `${Math.round(minutes)} minutes` : `${Math.round(minutes / 30) / 2} hours`;
  return `${length} ${age < 0 ? "ahead" : "old"}`;
}
