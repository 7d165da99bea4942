import type { Operator } from "./operator.js";
import { type } from "./type.js";

/** Clocks of two processes on one machine agree to well below this. */
const AHEAD_MS = 2_000;

/** `{"recent": 60}`: a date and time of the last minute, so that a constant cannot pass for the time of a call. */
export const recent: Operator<number> = {
  name: "recent",
  compile: (seconds, context) => (value) => {
    const problem = type.compile("iso8601", context)(value);
    if (problem !== undefined) return problem;
    const age = Date.now() - Date.parse(String(value));
    return age <= seconds * 1000 && age >= -AHEAD_MS ? undefined : `a time that is not of the last ${seconds} seconds`;
  },
};
