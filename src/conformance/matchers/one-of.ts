import { isDeepStrictEqual } from "node:util";
import { show } from "../../base/json-schema.js";
import type { Operator } from "./operator.js";

/** `{"one_of": [1, 2]}`: equal to one of these values. */
export const oneOf: Operator<readonly unknown[]> = {
  name: "one_of",
  compile: (values) => (value) =>
    values.some((candidate) => isDeepStrictEqual(candidate, value))
      ? undefined
      : `none of ${values.map(show).join(", ")}`,
};
