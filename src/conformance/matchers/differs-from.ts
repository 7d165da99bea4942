import { isDeepStrictEqual } from "node:util";
import { show } from "../../base/json-schema.js";
import type { Operator } from "./operator.js";

/** `{"differs_from": "first"}`: any value except the one captured under this name, for ids that must be new. */
export const differsFrom: Operator<string> = {
  name: "differs_from",
  compile(name, context) {
    const unwanted = context.captured(name);
    return (value) =>
      isDeepStrictEqual(value, unwanted) ? `the value of ${name} again, ${show(unwanted)},` : undefined;
  },
};
