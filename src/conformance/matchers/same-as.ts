import { show } from "../../base/json-schema.js";
import type { Operator } from "./operator.js";
import { isSame } from "./same-value.js";

/** `{"same_as": "created"}`: the value that an earlier step captured under this name. */
export const sameAs: Operator<string> = {
  name: "same_as",
  compile(name, context) {
    const wanted = context.captured(name);
    return (value) =>
      isSame(value, wanted) ? undefined : `another value than in an earlier step (${name}: ${show(wanted)})`;
  },
};
