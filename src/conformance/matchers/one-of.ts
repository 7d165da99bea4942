import { show } from "../../base/json-schema.js";
import type { Operator } from "./operator.js";
import { isSame } from "./same-value.js";

/** `{"one_of": [1, 2]}`: equal to one of these values. */
export const oneOf: Operator<readonly unknown[]> = {
  name: "one_of",
  compile: (values) => (value) =>
    values.some((candidate) => isSame(candidate, value)) ? undefined : `none of ${values.map(show).join(", ")}`,
};
