import type { Operator } from "./operator.js";

/** `{"min": 1}`: a number from 1. */
export const min: Operator<number> = {
  name: "min",
  compile: (bound) => (value) => (typeof value === "number" && value >= bound ? undefined : `no number from ${bound}`),
};
