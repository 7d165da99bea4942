import { isDeepStrictEqual } from "node:util";
import type { Operator } from "./operator.js";

/** `{"equals": {…}}`, and what a plain value in a fixture means: equal in depth, key order aside. */
export const equals: Operator<unknown> = {
  name: "equals",
  compile: (wanted) => (value) => (isDeepStrictEqual(value, wanted) ? undefined : "another value"),
};
