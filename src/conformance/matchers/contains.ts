import { show } from "../../base/json-schema.js";
import type { Operator } from "./operator.js";
import { isSame } from "./same-value.js";

/** `{"contains": "x"}`: a string with this part, or an array with this item. */
export const contains: Operator<unknown> = {
  name: "contains",
  compile: (part) => (value) => {
    const holds = Array.isArray(value)
      ? value.some((item) => isSame(item, part))
      : typeof value === "string" && typeof part === "string" && value.includes(part);
    return holds ? undefined : `nothing that contains ${show(part)}`;
  },
};
