import { isDeepStrictEqual } from "node:util";
import type { Operator } from "./operator.js";

/** `{"equals": {…}}`, and every plain value in a fixture: deep equality, regardless of key order. */
export const equals: Operator<unknown> = {
  name: "equals",
  compile: (wanted) => (value) => (isDeepStrictEqual(value, wanted) ? undefined : "another value"),
};
