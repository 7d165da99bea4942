import type { Operator } from "./operator.js";

/** `{"max": 9}`: a number up to 9. */
export const max: Operator<number> = {
  name: "max",
  compile: (bound) => (value) => (typeof value === "number" && value <= bound ? undefined : `no number up to ${bound}`),
};
