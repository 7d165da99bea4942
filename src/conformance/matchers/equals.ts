import type { Operator } from "./operator.js";
import { isSame } from "./same-value.js";

/** `{"equals": {…}}`, and every plain value in a fixture: deep equality, regardless of key order and of how a time is spelled. */
export const equals: Operator<unknown> = {
  name: "equals",
  compile: (wanted) => (value) => (isSame(value, wanted) ? undefined : "another value"),
};
