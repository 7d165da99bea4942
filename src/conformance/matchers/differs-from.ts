import { isDeepStrictEqual } from "node:util";
import { show } from "../../base/json-schema.js";
import type { Operator } from "./operator.js";

/** `{"differs_from": "first"}`: any value but the one that an earlier step has kept, so that ids must be new ones. */
export const differsFrom: Operator<string> = {
  name: "differs_from",
  compile(name, context) {
    const unwanted = context.captured(name);
    return (value) =>
      isDeepStrictEqual(value, unwanted) ? `the value of ${name} again, ${show(unwanted)},` : undefined;
  },
};
